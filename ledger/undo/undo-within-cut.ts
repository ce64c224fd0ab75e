import type { LedgerState } from '../history.ts';
import { EVERYDAY } from '../model/constants.ts';
import { confirmationIn } from '../model/entity-ids.ts';
import type { Entity, EntityState } from '../model/entity-states.ts';
import { entitiesOf } from './entity-history.ts';

/**
 * Whether the undo of a change-set stays within the accounts of a program (product 5.17): the entries and confirmed
 * days that it is about are of these by now, and it is about nothing else. Pure.
 */
export function staysWithin({ history }: LedgerState, changeSetId: string, accounts: readonly string[]): boolean {
  const entities = [...entitiesOf(history.events).values()];
  const own = entities.filter(({ steps }) => steps.some((step) => step.changeSetId === changeSetId));
  return own.every((entity) => accountsOf(entity)?.every((key) => accounts.includes(key)) ?? false);
}

/** The accounts of an entity as it is, none if it is gone; null for what is of no account. */
function accountsOf({ kind, id, steps }: Entity): string[] | null {
  const after = steps.at(-1)?.after ?? null;
  switch (kind) {
    case 'transaction':
      return after === null ? [] : [(after as EntityState<'transaction'>).accountId ?? EVERYDAY];
    case 'transfer': {
      if (after === null) return [];
      const { from, to } = after as EntityState<'transfer'>;
      return [from, to];
    }
    case 'balance': {
      const { account = EVERYDAY } = confirmationIn(id) ?? {};
      return [account];
    }
    case 'occurrence':
      return [];
    default:
      return null;
  }
}
