import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMMAND_TYPES } from '../decide/commands.ts';
import { definitionOf } from '../events.ts';
import { type EntityKind, FIELDS } from '../model/fields.ts';
import { anyCommands } from './any-commands.ts';
import { carriedOut } from './scenario.ts';

/** Commands whose input is worked out from the books: their own tests give them. This list may only get shorter. */
const WORKED_OUT = ['AcceptProposal', 'AdjustBooks', 'RecordRow', 'RunRules', 'TakeBackRule'];

test('random commands are of every type', () => {
  const commands = fc.sample(anyCommands(200), { numRuns: 150, seed: 1 }).flat();
  const types = new Set<string>(commands.map(({ type }) => type));
  expect(COMMAND_TYPES.filter((type) => !types.has(type)).sort()).toEqual(WORKED_OUT);
});

/** The fields with which no random command makes anything. This list may only get shorter. */
const UNMADE = [
  ...['account.isOpen', 'category.isArchived', 'category.position', 'goal.category', 'schedule.parts'],
  // The type of the event says it.
  'transaction.type',
];

test('random commands make entities with every field', () => {
  const made = new Map<EntityKind, Set<string>>();
  for (const commands of fc.sample(anyCommands(60), { numRuns: 300, seed: 1 })) {
    for (const { event } of carriedOut(commands).events) {
      const { effect } = definitionOf(event.type);
      if (effect?.does !== 'make') continue;
      const fields = made.get(effect.kind) ?? new Set();
      for (const [field, value] of Object.entries(event.data)) if (value !== undefined) fields.add(field);
      made.set(effect.kind, fields);
    }
  }
  const unmade = [...made].flatMap(([kind, fields]) =>
    Object.keys(FIELDS[kind]).flatMap((field) => (fields.has(field) ? [] : [`${kind}.${field}`])),
  );
  expect(made.size).toBeGreaterThan(6);
  expect(unmade.sort()).toEqual(UNMADE);
});
