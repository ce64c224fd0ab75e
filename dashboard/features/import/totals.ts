import { useMemo } from 'react';
import type { ImportAccount } from '#contract/import-calls.ts';
import { sumOf } from '../../ui/money.ts';
import { addedByChoices } from './choices.ts';
import { useImport } from './import-store.ts';

/** Effect of an import on an account by the current choices, in whole units. */
type Total = {
  /** Sum of its rows. */
  added: number;
  /** What is added to the account for it to begin with what the bank had. */
  began: number;
  after: number;
  /** Sum that the choices add beyond the proposal, with what the account begins with instead. */
  byChoices: number;
};

/** Returns a function that gives the effect on an account. Accounts of the file with the same target share it. */
export function useTotals(): (account: ImportAccount) => Total {
  const { preview, choices, begin, rows } = useImport((state) => state);
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
    return (account) => {
      const { before, opening } = account;
      const began = begun.get(targetOf(account)) ?? 0;
      const byChoices = sumOf(byTarget.get(targetOf(account)) ?? 0, began);
      const after = sumOf(account.after, byChoices);
      return { added: sumOf(after, -before, -opening, -began), began, after, byChoices };
    };
  }, [preview, choices, begin, rows]);
}

const targetOf = ({ key, accountId }: ImportAccount) => accountId ?? `new ${key}`;
