/** A bug: the text of a file, which is there once, that becomes another. */
export type Mutant = { bug: string; file: string; from: string; to: string };

/** The bugs that the torture has to detect, one at a time. */
export const MUTANTS: readonly Mutant[] = [
  {
    bug: 'the checkpoint is moved before the transaction with the effects, and outside of it',
    file: 'projections/batches/apply-batch.ts',
    from: 'return await applyAtOnce(writer, byLedger, batch);',
    to: 'await moveCheckpoint(writer, batch); await new Promise((resolve) => setTimeout(resolve, 30)); return await applyAtOnce(writer, byLedger, batch);',
  },
  {
    bug: 'a retried append has new event ids',
    file: 'event-log/append.ts',
    from: 'client.appendToStream(streamOf(ledgerId), proposed, options)',
    to: 'client.appendToStream(streamOf(ledgerId), backoff === FIRST_BACKOFF_MS ? proposed : proposed.map((event) => ({ ...event, id: crypto.randomUUID() })), options)',
  },
  {
    bug: 'the revision is not checked',
    file: 'event-log/append.ts',
    from: 'expectedRevision: after === NO_STREAM_REVISION ? NO_STREAM : after',
    to: "expectedRevision: 'any' as const",
  },
  {
    bug: 'a changed transaction stays in its old period',
    file: 'ledger/transactions/events.ts',
    from: '[before, -1],',
    to: '...(before.date === after.date ? [[before, -1]] : []),',
  },
  {
    bug: 'a renamed category keeps its name',
    file: 'ledger/categories/events.ts',
    from: 'change(draft, categoryId, { name })',
    to: 'change(draft, categoryId, {})',
  },
  {
    bug: 'an expense keeps a category that is merged into another one',
    file: 'ledger/bulk/merge-categories.ts',
    from: 'category: category === undefined ? undefined : other(category)',
    to: 'category',
  },
  {
    bug: 'an undo forgets that what it undid is out of force',
    file: 'ledger/history.ts',
    from: 'index % 2 === 1 ? null : (chain[index - 1] ?? by)',
    to: 'index % 2 === 1 ? null : (chain[index - 1] ?? null)',
  },
  {
    bug: 'the sum of a day keeps what an entry added before it was changed or deleted',
    file: 'projections/tables/known-days.ts',
    from: 'gone.*, -1 AS times',
    to: 'gone.*, 0 AS times',
  },
  {
    bug: 'what a changed row was is not kept',
    file: 'projections/storage/storage.ts',
    from: "if (change.kind !== 'insert') endings.push(",
    to: "if (change.kind === 'delete') endings.push(",
  },
  {
    bug: 'the ledger at the end of a block is kept as it was one event later',
    file: 'projections/fold/project.ts',
    from: 'if (endsBlock(draft.revision)) draft.pastLedgers.push(pastLedger(draft));',
    to: 'if (draft.revision > 0n && endsBlock(draft.revision - 1n)) draft.pastLedgers.push({ ...pastLedger(draft), revision: draft.revision - 1n });',
  },
  {
    bug: 'of a transfer only one of the two rows that it was imported from is known when it comes again',
    file: 'projections/tables/imported-keys.ts',
    from: '[imported].flat().flatMap(',
    to: '[imported].flat().slice(0, 1).flatMap(',
  },
  {
    bug: 'changed tags are not in the row of an entry',
    file: 'projections/tables/entries.ts',
    from: 'if (!Object.hasOwn(FIELDS[kind], field)) continue;',
    to: "if (!Object.hasOwn(FIELDS[kind], field) || (field === 'tags' && 'changedAt' in entry && entry.changedAt)) continue;",
  },
  {
    bug: 'a bulk is kept as another kind of change-set',
    file: 'ledger/change-sets.ts',
    from: "begins: 'bulk',\n    effect: null,\n    /** Until",
    to: "begins: 'import',\n    effect: null,\n    /** Until",
  },
  {
    bug: 'an accepted proposal is done with after its first event',
    file: 'ledger/change-sets.ts',
    from: "begins: 'proposal',\n    effect: null,\n    evolve(draft, { count }, { revision, commandId }) {\n      draft.unfinished = {",
    to: "begins: 'proposal',\n    effect: null,\n    evolve(draft, { count }, { revision, commandId }) {\n      draft.unfinished = count > 0 ? null : {",
  },
  {
    bug: 'the undo of a confirmed balance is forgotten',
    file: 'ledger/undo/planned-occurrences.ts',
    from: 'const target = last ?? stateAtStart(entity) ?? {};',
    to: 'const target = now;',
  },
  {
    bug: 'a changed entry forgets who set the fields that did not change',
    file: 'projections/tables/table.ts',
    from: 'jsonb_strip_nulls(coalesce(t.',
    to: 'jsonb_strip_nulls(coalesce(n.',
  },
  {
    bug: 'rules are stored in the order of their adding',
    file: 'projections/tables/rules.ts',
    from: 'return [...rules].map(([ruleId,',
    to: 'return [...rules].sort().map(([ruleId,',
  },
  {
    bug: 'what a removed rule takes back is not counted',
    file: 'ledger/rules/events.ts',
    from: 'if (count !== undefined) draft.unfinished',
    to: 'if (count === 0) draft.unfinished',
  },
  {
    bug: 'a run of rules counts only the first rule of an entry',
    file: 'projections/tables/rules.ts',
    from: 'return [...new Set(used)];',
    to: 'return used.slice(0, 1);',
  },
  {
    bug: 'the undo of a plan takes later moves back, too',
    file: 'ledger/undo/planned-cells.ts',
    from: 'if (!setting) return [{ cell: id, steps: inForce }];',
    to: 'if (!setting) return [{ cell: id, steps: inForce.filter(({ revision }) => revision <= end) }];',
  },
  {
    bug: 'the sum of a month by category keeps what was deleted',
    file: 'projections/tables/category-months.ts',
    from: "versions('gone', -1)",
    to: "versions('gone', 0)",
  },
  {
    bug: 'the sums of blocks add what a change took away',
    file: 'projections/tables/category-months.ts',
    from: "times === 1 ? -1 : 1, 'known_until'",
    to: "times, 'known_until'",
  },
  {
    bug: 'an account that is put beside the budget stays in it',
    file: 'ledger/accounts/events.ts',
    from: '(isBudgeted ? undefined : (false as const))',
    to: '(isBudgeted ? undefined : undefined)',
  },
  {
    bug: 'what was posted by itself and undone is open again',
    file: 'ledger/undo/counted-steps.ts',
    from: 'byItself === true',
    to: 'byItself === null',
  },
  {
    bug: 'an occurrence whose entry is gone counts as posted',
    file: 'ledger/schedules/commands.ts',
    from: 'mark.entry !== undefined && isThere(mark.entry) ? mark',
    to: 'mark.entry !== undefined ? mark',
  },
];
