/** The id of the monthly figures among those of entities. */
export const FIGURES = 'monthly-figures';

/** The id of the order of all rules among those of entities. */
export const RULE_ORDER = 'rule-order';

/** The id of the confirmed day of an account (`everyday` or its id; ISO date) among those of entities. */
export function confirmationId(account: string, date: string): string {
  return `balance ${account} ${date}`;
}

/** The account and the day of the id of a confirmed day; null for any other id. */
export function confirmationIn(id: string): { account: string; date: string } | null {
  const [kind, account, date] = id.split(' ');
  return kind === 'balance' && account !== undefined && date !== undefined ? { account, date } : null;
}
