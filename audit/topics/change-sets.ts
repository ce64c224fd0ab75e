import type { ChangeSetEvent } from '#ledger/change-sets/events.ts';
import type { Definitions } from '../model/definition.ts';

export const changeSetDefinitions: Definitions<ChangeSetEvent> = {
  ChangeSetUndone: {
    kind: 'undo',
    standing: 'begins an undo',
    about: null,
    account: null,
    apply(application, { chain, count, resolve = {} }) {
      undo(application.ledger.outOfForce, chain);
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

/** The change-set at the end of a chain is out of force after an undo of it, and in force after the undo of that. */
function undo(outOfForce: Set<string>, chain: readonly string[]): void {
  const root = chain.at(-1) ?? '';
  if (chain.length % 2 === 1) outOfForce.add(root);
  else outOfForce.delete(root);
}
