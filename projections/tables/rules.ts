import type { LedgerEvent } from '#ledger/events.ts';
import type { LedgerState } from '#ledger/history.ts';
import type { SetFields } from '#ledger/model/origins.ts';
import type { RuleThen, RuleWhen } from '#ledger/model/rule.ts';
import type { RuleState } from '#ledger/model/state.ts';
import { defineTable, idColumn, integerColumn, json, type Row, yesOrNo } from './table.ts';

/** A row for each rule; `position` counts from 1, in the order in which they are applied. */
export const rules = defineTable(
  'rules',
  {
    ledgerId: idColumn(),
    ruleId: idColumn(),
    position: integerColumn(),
    version: integerColumn(),
    whenFound: json<RuleWhen>(),
    thenSet: json<RuleThen>(),
    stops: yesOrNo(),
    isOn: yesOrNo(),
  },
  ['ledgerId', 'ruleId'],
);
export type RuleRow = Row<typeof rules>;

/** The rows of a ledger's rules. */
export function ruleRows(ledgerId: string, { rules }: Pick<LedgerState, 'rules'>): RuleRow[] {
  return [...rules].map(([ruleId, { version, when, then, stop, isOn }], index) => ({
    ledgerId,
    ruleId,
    position: index + 1,
    version,
    whenFound: when,
    thenSet: then,
    stops: stop,
    isOn,
  }));
}

/** The rules of rows, which are in their order. */
export function storedRules(rows: readonly RuleRow[]): Map<string, RuleState> {
  return new Map(
    rows.map(({ ruleId, version, whenFound: when, thenSet, stops: stop, isOn }) => [
      ruleId,
      { version, when, then: thenSet, stop, isOn },
    ]),
  );
}

/**
 * A row for each rule and each change-set in which it set something: of how many entries. It counts while the
 * change-set is in force.
 */
export const ruleUses = defineTable(
  'rule_uses',
  { ledgerId: idColumn(), ruleId: idColumn(), changeSetId: idColumn(), count: integerColumn() },
  ['ledgerId', 'ruleId', 'changeSetId'],
);
export type RuleUseRow = Row<typeof ruleUses>;

/** The rules that set a field of an entry by an event itself, and not by an earlier one whose values it gives back. */
export function rulesUsedBy({ data }: Pick<LedgerEvent, 'data'>): string[] {
  const { set = {} } = data as { set?: SetFields };
  const used = Object.values(set).flatMap((by) => (by.by === 'rule' && by.revision === undefined ? [by.ruleId] : []));
  return [...new Set(used)];
}
