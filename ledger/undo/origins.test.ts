import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../decide/commands.ts';
import type { DecodedEvent } from '../events.ts';
import { type EntityState, isSameIn, type Step } from '../model/entity-states.ts';
import { fieldsOf } from '../model/fields.ts';
import { defaultOf, hasValue, type SetBy, setterIn } from '../model/origins.ts';
import { anyCommands } from '../testing/any-commands.ts';
import { assertWithCases } from '../testing/assert-with-cases.ts';
import { carriedOut, idNumber, units } from '../testing/scenario.ts';
import { entitiesOf } from './entity-history.ts';

type Entry = EntityState<'transaction'> | EntityState<'transfer'>;
type EntryKind = 'transaction' | 'transfer';

/** Who set each field that has a value, with the revision of the event that did. */
function originsOf(kind: EntryKind, state: Entry): Record<string, SetBy> {
  const { origins, place } = state;
  const made = { by: defaultOf(origins), revision: place };
  const fields = fieldsOf(kind).filter((field) => hasValue(state, field));
  return Object.fromEntries(fields.map((field) => [field, setterIn(origins, field) ?? made]));
}

function entriesIn(events: readonly DecodedEvent[]) {
  return [...entitiesOf(events)].flatMap(([id, { kind, steps }]) =>
    kind === 'transaction' || kind === 'transfer' ? [{ id, kind, steps: steps as readonly Step<EntryKind>[] }] : [],
  );
}

/**
 * Who set the fields of the entries that are there. An undo itself sets a category in place of one that is gone: a redo
 * does so again, by another event.
 */
function allOrigins(events: readonly DecodedEvent[]) {
  const undos = new Set(
    events.flatMap(({ event, metadata }) => (event.type === 'ChangeSetUndone' ? [metadata.commandId] : [])),
  );
  const ofUndos = new Set(
    events.flatMap(({ metadata, revision }) => (undos.has(metadata.commandId) ? [Number(revision)] : [])),
  );
  const named = (origins: Record<string, SetBy>) =>
    Object.entries(origins).map(([field, { revision, ...setter }]) => [
      field,
      { ...setter, revision: ofUndos.has(Number(revision)) ? 'of an undo' : revision },
    ]);
  const there = entriesIn(events).flatMap(({ id, kind, steps }) => {
    const after = steps.at(-1)?.after;
    return after ? [[id, Object.fromEntries(named(originsOf(kind, after)))]] : [];
  });
  return Object.fromEntries(there);
}

const undo = (number: number): Command => ({
  type: 'UndoChangeSet',
  changeSetId: `command ${number}`,
  resolve: {},
  today: '2026-01-01',
});

test('an undo gives the fields back to those who had set them, and a redo to those who set them then', () => {
  const counts = { changed: 0 };
  assertWithCases(
    fc.property(anyCommands(40), (commands) => {
      const before = carriedOut(commands.slice(0, -1)).events;
      const after = carriedOut(commands).events;
      if (after.length === before.length) return;
      const last = commands.length - 1;
      const undone = carriedOut([...commands, undo(last)]).events;
      if (undone.length === after.length) return;
      expect(allOrigins(undone)).toEqual(allOrigins(before));
      expect(allOrigins(carriedOut([...commands, undo(last), undo(last + 1)]).events)).toEqual(allOrigins(after));
      if (JSON.stringify(allOrigins(before)) !== JSON.stringify(allOrigins(after))) counts.changed += 1;
    }),
    150,
    counts,
    1,
  );
});

test('the event that an origin names has given the field its value, and is no undo', () => {
  let bySteps = 0;
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      for (const { kind, steps } of entriesIn(carriedOut(commands).events)) {
        for (const { after } of steps) {
          if (!after) continue;
          for (const [field, { revision }] of Object.entries(originsOf(kind, after))) {
            const step = steps.find((each) => each.revision === BigInt(revision ?? -1));
            // An entry that comes back while its category is gone gets another one by the undo itself.
            const maySet = field === 'category' || field === 'parts' ? /^(make|change|restore)$/ : /^(make|change)$/;
            expect(step?.does).toMatch(maySet);
            expect(isSameIn(step?.after as Entry, after, field), field).toBe(true);
            if (step?.does === 'change') bySteps += 1;
          }
        }
      }
    }),
    { numRuns: 100 },
  );
  expect(bySteps).toBeGreaterThan(10);
});

describe('a category that a rule has set', () => {
  const rule = { by: 'rule', ruleId: idNumber(7), ruleVersion: 2 } as const;
  const bought: Command = {
    type: 'RecordExpense',
    transactionId: idNumber(1),
    title: 'Bakery',
    amount: units(4),
    date: '2026-03-03',
    wallet: 'Bank',
  };
  const change = (edit: object, set?: Record<string, SetBy>): Command => ({
    type: 'ChangeTransaction',
    transactionId: idNumber(1),
    edit,
    set,
  });
  const originsAfter = (...commands: Command[]) => allOrigins(carriedOut(commands).events)[idNumber(1)];
  const byRule = change({ category: 'Groceries' }, { category: rule, title: rule, note: rule });

  test('is its own, but nothing that it did not change', () => {
    const origins = originsAfter(bought, byRule);
    expect(origins).toMatchObject({ category: { ...rule, revision: 1 }, title: { by: 'hand', revision: 0 } });
    expect(origins).not.toHaveProperty('note');
  });

  test('is set by hand once a person has changed it, and by the rule again after the undo of that', () => {
    const byHand = change({ category: 'Shopping' });
    expect(originsAfter(bought, byRule, byHand)?.category).toEqual({ by: 'hand', revision: 2 });
    expect(originsAfter(bought, byRule, byHand, undo(2))?.category).toEqual({ ...rule, revision: 1 });
    expect(originsAfter(bought, byRule, byHand, undo(2), undo(3))?.category).toEqual({ by: 'hand', revision: 2 });
  });

  test('is the rule’s again once the entry is back', () => {
    const gone: Command = { type: 'DeleteTransaction', transactionId: idNumber(1) };
    expect(originsAfter(bought, byRule, gone, undo(2))?.category).toEqual({ ...rule, revision: 1 });
  });

  test('has no origin once it is taken off, and is set by nobody', () => {
    expect(originsAfter(bought, byRule, change({ category: null }))).not.toHaveProperty('category');
  });
});
