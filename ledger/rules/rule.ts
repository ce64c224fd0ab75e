import type { Calendar } from '#ledger/model/constants.ts';
import type { RuleThen, RuleWhen } from '#ledger/model/rule.ts';

/** A rule as it is applied: its id, its version, what it asks and does, and whether it ends the rules. */
export type UserRule = { ruleId: string; version: number; when: RuleWhen; then: RuleThen; stop: boolean };

/** A category as rules see it, by the name of today. */
export type RuleCategory = {
  name: string;
  kind: 'Expense' | 'Income';
  parent: string | undefined;
  isArchived: boolean;
};

/** The names of a ledger's accounts (`everyday` or ids) and categories, and the categories that were merged away. */
export type RuleNames = {
  /** Today in the zone of the user, an ISO date: of what words such as `last-month` are about. */
  today: string;
  /** How the user writes days; absent where it was never chosen. */
  calendar?: Calendar | undefined;
  accounts: ReadonlyMap<string, { name: string }>;
  categories: ReadonlyMap<string, RuleCategory>;
  /** A category that was merged away, and the category that has its entries. */
  merged: ReadonlyMap<string, string>;
};

/** The category that has the entries of this one: itself, or the category that it was merged into, and so on. */
export function heirOf(id: string, merged: RuleNames['merged']): string {
  const into = merged.get(id);
  return into === undefined ? id : heirOf(into, merged);
}
