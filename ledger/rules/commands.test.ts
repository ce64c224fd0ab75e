import { describe, expect, test } from 'vitest';
import type { Command } from '../decide/commands.ts';
import { decide } from '../decide/decide.ts';
import type { LedgerEvent } from '../events.ts';
import { RULES_MAX } from '../model/constants.ts';
import { carriedOut, given, idNumber } from '../testing/scenario.ts';

const VALUES = {
  when: { text: 'bakery', names: [] },
  then: { categories: ['Groceries'] },
  stop: false,
  isOn: true,
};
const added = (digit: number, position = digit): LedgerEvent => ({
  type: 'RuleAdded',
  data: { ruleId: idNumber(digit), ...VALUES, position },
});
const add = (digit: number, position?: number): Command => ({
  type: 'AddRule',
  ruleId: idNumber(digit),
  ...VALUES,
  position,
});
const order = (...digits: number[]): Command => ({ type: 'OrderRules', ruleIds: digits.map(idNumber) });
const undo = (place: number): Command => ({
  type: 'UndoChangeSet',
  changeSetId: `command ${place}`,
  resolve: {},
  today: '2026-11-20',
});
const remove = (digit: number): Command => ({ type: 'RemoveRule', ruleId: idNumber(digit) });
const change = (digit: number, edit: Partial<typeof VALUES>): Command => ({
  type: 'ChangeRule',
  ruleId: idNumber(digit),
  edit,
});

/** The last digits of the rules after commands, in their order, each with its version. */
function rulesAfter(...commands: Command[]): string {
  const { rules } = carriedOut(commands).state;
  return [...rules]
    .map(([ruleId, { version }]) => `${ruleId.slice(-1)}${version > 1 ? ` v${version}` : ''}`)
    .join(', ');
}

describe('a rule', () => {
  test('is added at its position, at most behind the last', () => {
    given(added(1)).when(add(2)).thenRecorded(added(2));
    given(added(1)).when(add(2, 9)).thenRecorded(added(2, 2));
    given(added(1)).when(add(2, 1)).thenRecorded(added(2, 1));
    expect(rulesAfter(add(1), add(2), add(3, 2), add(4, 1))).toBe('4, 1, 3, 2');
  });

  test(`is refused beyond ${RULES_MAX}`, () => {
    const ids = Array.from({ length: RULES_MAX }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
    const { state } = carriedOut([add(1)]);
    const [rule] = state.rules.values();
    const full = { ...state, rules: new Map(ids.map((id) => [id, rule as NonNullable<typeof rule>])) };
    expect(decide(add(2), full)).toEqual({ outcome: 'rejected', reason: 'too_many_rules' });
  });

  test('that is changed has its next version; what is as it was changes nothing', () => {
    given(added(1))
      .when(change(1, { stop: true }))
      .thenRecorded({ type: 'RuleChanged', data: { ruleId: idNumber(1), ...VALUES, stop: true, version: 2 } });
    given(added(1))
      .when(change(1, { when: { text: 'bakery', names: [] }, then: { categories: ['Groceries'] } }))
      .thenNothing();
    given(added(1))
      .when(change(2, { stop: true }))
      .thenRefused('rule_not_found');
  });

  test('that is removed leaves its place', () => {
    given(added(1), added(2), added(3))
      .when(remove(2))
      .thenRecorded({ type: 'RuleRemoved', data: { ruleId: idNumber(2), position: 2 } });
    given().when(remove(1)).thenRefused('rule_not_found');
  });
});

describe('the order of rules', () => {
  test('has each of them once', () => {
    given(added(1), added(2))
      .when(order(2, 1))
      .thenRecorded({
        type: 'RulesOrdered',
        data: { before: [idNumber(1), idNumber(2)], after: [idNumber(2), idNumber(1)] },
      });
    given(added(1), added(2)).when(order(1, 2)).thenNothing();
    given(added(1), added(2)).when(order(1)).thenRefused('rules_not_whole');
    given(added(1), added(2)).when(order(1, 1)).thenRefused('rules_not_whole');
    given(added(1), added(2)).when(order(1, 3)).thenRefused('rule_not_found');
  });

  test('is taken back, while rules that were added since stay where they are', () => {
    const ordered = [add(1), add(2), add(3), order(3, 1, 2)];
    expect(rulesAfter(...ordered)).toBe('3, 1, 2');
    expect(rulesAfter(...ordered, undo(3))).toBe('1, 2, 3');
    expect(rulesAfter(...ordered, add(4, 2), undo(3))).toBe('1, 4, 2, 3');
    expect(rulesAfter(...ordered, remove(1), undo(3))).toBe('2, 3');
    expect(rulesAfter(...ordered, undo(3), undo(4))).toBe('3, 1, 2');
  });
});

describe('the undo', () => {
  test('of an addition removes the rule, and the undo of that brings it back to its place', () => {
    expect(rulesAfter(add(1), add(2, 1), undo(1))).toBe('1');
    expect(rulesAfter(add(1), add(2, 1), undo(1), undo(2))).toBe('2, 1');
  });

  test('of a change gives back the values in a version of their own', () => {
    const commands = [add(1), change(1, { stop: true }), undo(1)];
    expect(rulesAfter(...commands)).toBe('1 v3');
    expect(carriedOut(commands).state.rules.get(idNumber(1))).toEqual({ ...VALUES, version: 3 });
  });

  test('of a removal brings it back as it was, in its version', () => {
    expect(rulesAfter(add(1), add(2), change(1, { stop: true }), remove(1), undo(3))).toBe('1 v2, 2');
  });

  test('of removals brings rules back to the order of before, in whatever order they are undone', () => {
    const three = [add(1), add(2), add(3)];
    expect(rulesAfter(...three, remove(1), remove(2), undo(3), undo(4))).toBe('1, 2, 3');
    expect(rulesAfter(...three, remove(2), remove(1), undo(3), undo(4))).toBe('1, 2, 3');
    expect(rulesAfter(...three, remove(2), remove(3), undo(3), undo(4))).toBe('1, 2, 3');
    expect(rulesAfter(...three, remove(2), order(3, 1), undo(3))).toBe('3, 2, 1');
    expect(rulesAfter(...three, remove(2), add(4, 1), remove(1), undo(3), undo(5))).toBe('4, 1, 2, 3');
    // Additions are undone and redone.
    const gone = [undo(2), undo(1), undo(0)];
    expect(rulesAfter(...three, ...gone, undo(3), undo(4), undo(5))).toBe('1, 2, 3');
    expect(rulesAfter(...three, ...gone, undo(5), undo(4), undo(3))).toBe('1, 2, 3');
  });

  test('of a change before a removal that is undone later counts', () => {
    const commands = [add(1), change(1, { stop: true }), remove(1), undo(1), undo(2)];
    const { state } = carriedOut(commands);
    expect(state.rules.get(idNumber(1))?.stop).toBe(true);
  });

  test('of an older change leaves what a later one has touched', () => {
    const commands = [add(1), change(1, { stop: true }), change(1, { isOn: false }), undo(1)];
    expect(carriedOut(commands).state.rules.get(idNumber(1))).toEqual({ ...VALUES, isOn: false, version: 4 });
  });
});
