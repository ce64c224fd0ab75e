import { useMemo } from 'react';
import type { ImportAccount } from '#contract/import-calls.ts';
import { sumOf } from '../../ui/money.ts';
import { addedByChoices } from './choices.ts';
import { useImport } from './import-store.ts';

/** Effect of an import on an account by the current choices, in whole units. */
type Total = {
  /** Sum of its rows. */
  added: number;
  after: number;
  /** Sum that the choices add beyond the proposal. */
  byChoices: number;
};

/** Returns a function that gives the effect on an account. Accounts of the file with the same target share it. */
export function useTotals(): (account: ImportAccount) => Total {
  const { preview, choices, rows } = useImport((state) => state);
  return useMemo(() => {
    const byKey = addedByChoices(choices, rows);
    const byTarget = new Map<string, number>();
    for (const account of preview?.accounts ?? []) {
      const target = targetOf(account);
      byTarget.set(target, sumOf(byTarget.get(target) ?? 0, byKey.get(account.key) ?? 0));
    }
    return (account) => {
      const { before, opening } = account;
      const byChoices = byTarget.get(targetOf(account)) ?? 0;
      const after = sumOf(account.after, byChoices);
      return { added: sumOf(after, -before, -opening), after, byChoices };
    };
  }, [preview, choices, rows]);
}

const targetOf = ({ key, accountId }: ImportAccount) => accountId ?? `new ${key}`;
