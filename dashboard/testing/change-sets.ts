import type { ChangeSet, FieldChange, LedgerSeal, UndoPreview } from '#contract/ledger-calls.ts';
import { api } from './open.tsx';

/** A change-set with the given fields. */
export function changeSetOf(id: string, fields: Partial<ChangeSet> = {}): ChangeSet {
  return {
    _id: id,
    recordedAt: '2026-11-20T14:49:00.000Z',
    kind: 'update-transaction',
    actor: 'user',
    summary: `Expense changed: ${id}`,
    count: 1,
    revision: 0,
    undoes: null,
    undoneBy: null,
    ...fields,
  };
}

/** A preview of an undo that nothing stands in the way of, with the given fields. */
export function previewOf(fields: Partial<UndoPreview> = {}): UndoPreview {
  const { effects = [], conflicts = [] } = fields;
  const counts = { change: 0, count: effects.length, conflictCount: conflicts.length, next: null };
  return { possible: true, reason: null, effects, conflicts, ...counts, ...fields };
}

/** The seal of a ledger with 312 entries. */
export const SEAL: LedgerSeal = { seal: '312-8XK2M-0QZ7T-1VN4D-RJ5CP', revision: 311, head: '0'.repeat(64) };

/** Makes the API know these change-sets with what they changed, call any other an undo, and give a seal. */
export function answerChangeSets(changeSets: readonly ChangeSet[], changes: FieldChange[] = []): void {
  api.answer('getChangeSets', { changeSets: [...changeSets], next: null });
  api.answer('seal', SEAL);
  api.answer('getChangeSet', ({ id }) => ({
    changeSet: changeSets.find(({ _id }) => _id === id) ?? changeSetOf(id, { kind: 'undo', summary: `Undone: ${id}` }),
    changes,
    count: changes.length,
    next: null,
  }));
}
