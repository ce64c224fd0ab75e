/** What stands for the monthly figures among the ids of what events are about. */
export const FIGURES = 'monthly-figures';

/** What stands for the confirmed balance of an account (`everyday` or its id) on a day (ISO date) among these ids. */
export function confirmationId(account: string, date: string): string {
  return `balance ${account} ${date}`;
}

/** The account and the day of the id of a confirmed balance; null for any other id. */
export function confirmationIn(id: string): { account: string; date: string } | null {
  const [what, account, date] = id.split(' ');
  return what === 'balance' && account !== undefined && date !== undefined ? { account, date } : null;
}
