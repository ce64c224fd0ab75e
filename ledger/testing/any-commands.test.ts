import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMMAND_TYPES } from '../decide/commands.ts';
import { anyCommands } from './any-commands.ts';

/** Commands whose input is worked out from the books: their own tests give them. This list may only get shorter. */
const WORKED_OUT = ['AdjustBooks', 'RecordRow', 'RunRules', 'TakeBackRule'];

test('random commands are of every type', () => {
  const commands = fc.sample(anyCommands(200), { numRuns: 150, seed: 1 }).flat();
  const types = new Set<string>(commands.map(({ type }) => type));
  expect(COMMAND_TYPES.filter((type) => !types.has(type)).sort()).toEqual(WORKED_OUT);
});
