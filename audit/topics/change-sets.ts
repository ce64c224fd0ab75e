import type { ChangeSetEvent } from '#ledger/change-sets.ts';
import type { AuditLedger } from '../model/audit-ledger.ts';
import type { AuditDefinitions } from '../model/definition.ts';

export const changeSetDefinitions: AuditDefinitions<ChangeSetEvent> = {
  ChangeSetUndone: {
    kind: 'undo',
    standing: 'begins an undo',
    about: null,
    account: null,
    apply(application, { chain, count, resolve = {} }) {
      const { ledger, commandId } = application;
      undo(ledger, commandId, chain, resolve);
      application.begin('undo', count, { chain, answers: Object.keys(resolve) });
    },
  },
  BulkBegun: {
    kind: 'bulk',
    standing: 'begins a bulk',
    about: null,
    account: null,
    apply: (application, { count }) => application.begin('bulk', count),
  },
  BulkCutShort: {
    kind: 'bulk',
    standing: 'ends a bulk',
    about: null,
    account: null,
    apply: (application, { missing }) => application.cutShort(missing),
  },
};

/**
 * The change-set at the end of a chain is out of force after an undo of it, and in force after the undo of that. What
 * counts of what conflicts are about is what counted before the undo that is undone, with the answers: `then` adds this
 * undo, `now` leaves what counted before it.
 */
function undo(
  { outOfForce, undos }: AuditLedger,
  undo: string,
  chain: readonly string[],
  resolve: Readonly<Record<string, 'now' | 'then'>>,
): void {
  const root = chain.at(-1) ?? '';
  const isOut = chain.length % 2 === 1;
  const before = undos.newest.get(root);
  const again = undos.outcomes.get(undos.before.get(chain[0] ?? '') ?? '');
  const outcome = new Map(again);
  for (const [conflict, answer] of Object.entries(resolve)) {
    const { counts = !isOut, by = [] } = again?.get(conflict) ?? {};
    const left = undos.outcomes.get(before ?? '')?.get(conflict) ?? { counts: isOut, by: [] };
    outcome.set(conflict, answer === 'then' ? { counts, by: [...by, undo] } : left);
  }
  undos.outcomes.set(undo, outcome);
  if (before !== undefined) undos.before.set(undo, before);
  undos.newest.set(root, undo);
  if (isOut) outOfForce.add(root);
  else outOfForce.delete(root);
}
