import { moneyText } from '#contract/texts.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountIdOf, accountKey } from '#ledger/ids.ts';
import type { Answers, Question } from '../parsed.ts';
import { accountOfKey, lacksOtherHalf, OUTSIDE, type PreviewedRow } from '../preview/preview.ts';
import type { AccountTarget } from './targets.ts';

/** The accounts of the ledger, and the targets of a file's accounts, by their keys. */
type Places = {
  ledgerId: string;
  targets: ReadonlyMap<string, AccountTarget>;
  accounts: LedgerState['accounts'];
  /** The symbol of the currency that the user counts in. */
  currency: string;
};

/** The answer that leaves the account open from which a card was paid. */
const LATER = 'later';

/** The accounts that are cards: Daybook's, and those that the import opens. */
export function cardsOf({ accounts, targets }: Pick<Places, 'accounts' | 'targets'>): Set<string> {
  const known = [...accounts].flatMap(([id, { kind }]) => (kind === 'Credit card' ? [id] : []));
  const opened = [...targets.values()].flatMap((target) =>
    target.goes === 'new' && target.kind === 'Credit card' ? [target.accountId] : [],
  );
  return new Set([...known, ...opened]);
}

/** The accounts that cards are paid from, by the keys of the cards in the file; later answers replace earlier ones. */
export function paymentsSaid(answers: readonly Answers[]): Record<string, string> {
  return Object.assign({}, ...answers.map(({ payments }) => (typeof payments === 'object' ? payments : {})));
}

/** The open account from which each card is paid, or OUTSIDE, by Daybook's accounts. */
export function payersOf(
  payments: Readonly<Record<string, string>>,
  { ledgerId, targets, accounts }: Pick<Places, 'ledgerId' | 'targets' | 'accounts'>,
): Map<string, string> {
  return new Map(
    Object.entries(payments).flatMap(([key, answer]): [string, string][] => {
      const card = accountOfKey(targets, key);
      if (card !== null && answer === OUTSIDE) return [[card, OUTSIDE]];
      const payer = accountKey(ledgerId, answer);
      return card !== null && payer !== card && accounts.get(payer)?.isOpen ? [[card, payer]] : [];
    }),
  );
}

/** The question which account paid a card, for each card with payments without another half; it needs no answer. */
export function paymentQuestions(
  rows: readonly PreviewedRow[],
  payers: ReadonlyMap<string, string>,
  { ledgerId, targets, accounts, currency }: Places,
): Question[] {
  const paid = Map.groupBy(
    rows.filter((row) => lacksOtherHalf(row) || row.payer === OUTSIDE),
    ({ row }) => row.account,
  );
  return [...paid].map(([key, payments]) => {
    const sum = payments.reduce((sum, { row }) => sum + (row.amount ?? 0), 0);
    const card = accountOfKey(targets, key) ?? '';
    const target = targets.get(key);
    const name = target?.goes === 'new' ? target.name : (accounts.get(card)?.name ?? 'the card');
    const payingAccounts = [...accounts].filter(
      ([id, { isOpen, kind }]) => id !== card && isOpen && kind !== 'Credit card',
    );
    const payer = payers.get(card);
    return {
      id: 'payments',
      account: key,
      text: `From which account was ${name} paid?`,
      choices: [
        ...payingAccounts.map(([id, account]) => ({ value: accountIdOf(ledgerId, id), label: account.name })),
        { value: OUTSIDE, label: 'An account that is not kept here: it is income' },
        { value: LATER, label: `I choose later: ${moneyText(sum, currency)} is left out until then` },
      ],
      answer: payer === undefined || payer === OUTSIDE ? (payer ?? LATER) : accountIdOf(ledgerId, payer),
      isOpen: false,
    };
  });
}
