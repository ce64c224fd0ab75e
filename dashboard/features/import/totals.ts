import { useMemo } from 'react';
import type { ImportAccount } from '#contract/import-calls.ts';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { sumOf } from '../../ui/money.ts';
import { parseAmount } from '../../ui/typed-amount.ts';
import { addedByChoices } from './choices.ts';
import { useImport } from './import-store.ts';

/** Effect of an import on an account by the current choices, in whole units. */
type Total = {
  /** Sum of its rows. */
  added: number;
  /** The amount added to the account so that it begins with the bank's balance. */
  began: number;
  after: number;
  /** Sum that the choices add beyond the proposal, with what the account begins with instead. */
  byChoices: number;
};

/** Returns a function that gives the effect on an account. Accounts of the file with the same target share it. */
export function useTotals(): (account: ImportAccount) => Total {
  const { preview, choices, begin, balances, rows } = useImport((state) => state);
  return useMemo(() => {
    const byKey = addedByChoices(choices, rows);
    const byTarget = new Map<string, number>();
    for (const account of preview?.accounts ?? []) {
      const target = targetOf(account);
      byTarget.set(target, sumOf(byTarget.get(target) ?? 0, byKey.get(account.key) ?? 0));
    }
    const begun = new Map(
      (preview?.accounts ?? []).flatMap((account) =>
        account.begin && begin.has(account.key) ? [[targetOf(account), account.begin.adds] as const] : [],
      ),
    );
    const told = new Map(
      (preview?.accounts ?? []).flatMap((account) => {
        const balance = account.asksBalance ? toldBalance(balances, account.key) : null;
        return typeof balance === 'number' ? [[targetOf(account), balance] as const] : [];
      }),
    );
    return (account) => {
      const { before, opening } = account;
      const chosen = byTarget.get(targetOf(account)) ?? 0;
      const balance = told.get(targetOf(account));
      const began =
        balance === undefined ? (begun.get(targetOf(account)) ?? 0) : sumOf(balance, -account.after, -chosen);
      const byChoices = sumOf(chosen, began);
      const after = sumOf(account.after, byChoices);
      return { added: sumOf(after, -before, -opening, -began), began, after, byChoices };
    };
  }, [preview, choices, begin, balances, rows]);
}

/** The balance that is typed for an account, in whole units; undefined for an empty field, null for no amount. */
export function toldBalance(balances: ReadonlyMap<string, string>, key: string): number | null | undefined {
  const amount = parseAmount(balances.get(key));
  if (amount === undefined) return undefined;
  // A text that is no amount is NaN, which is within no limit.
  return Math.abs(amount) * 100 <= LARGEST_AMOUNT ? amount : null;
}

const targetOf = ({ key, accountId }: ImportAccount) => accountId ?? `new ${key}`;
