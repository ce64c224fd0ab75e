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
      applyUndo(ledger, commandId, chain, resolve);
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
  ProposalAccepted: {
    kind: 'proposal',
    standing: 'begins a proposal',
    about: null,
    account: null,
    apply: (application, { count }) => application.begin('proposal', count),
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
 * Takes the change-set at the end of a chain out of force if the chain is odd, and puts it back if it is even. Of each
 * conflict the answer `now` keeps the outcome before this undo. The answer `then` takes the outcome before the undone
 * undo, and adds this one.
 */
function applyUndo(
  { outOfForce, undos }: AuditLedger,
  undoId: string,
  chain: readonly string[],
  resolve: Readonly<Record<string, 'now' | 'then'>>,
): void {
  const root = chain.at(-1) ?? '';
  const isOut = chain.length % 2 === 1;
  const previousUndo = undos.newest.get(root);
  const restored = undos.outcomes.get(undos.before.get(chain[0] ?? '') ?? '');
  const outcome = new Map(restored);
  for (const [conflict, answer] of Object.entries(resolve)) {
    const { counts = !isOut, by = [] } = restored?.get(conflict) ?? {};
    const asBefore = undos.outcomes.get(previousUndo ?? '')?.get(conflict) ?? { counts: isOut, by: [] };
    outcome.set(conflict, answer === 'then' ? { counts, by: [...by, undoId] } : asBefore);
  }
  undos.outcomes.set(undoId, outcome);
  if (previousUndo !== undefined) undos.before.set(undoId, previousUndo);
  undos.newest.set(root, undoId);
  if (isOut) outOfForce.add(root);
  else outOfForce.delete(root);
}
