import type { Rejection } from '#ledger/model/command-rule.ts';
import type { RuleThen, RuleWhen } from '#ledger/model/rule.ts';
import type { RuleState } from '#ledger/model/state.ts';
import { type ReadyRule, ready } from '#ledger/rules/apply.ts';
import type { UserRule } from '#ledger/rules/rule.ts';
import { inSlices } from '#platform/time-slices.ts';
import type { Snapshot } from '#projections/queries/snapshot.ts';
import { rejectionProblem } from '../commands/rejection.ts';
import type { RouteInput } from '../http/register-route.ts';
import { calendarOf, type Session } from '../http/session.ts';
import { type OwnDays, queryIn } from '../search/read.ts';
import { ruleNames } from './names.ts';
import type { Scan } from './scan.ts';

/**
 * The rules that are to be applied, and to what: those that are named, else all that are on; with `rule`, which is not
 * kept, behind those that are named. `today` is the caller's, an ISO date.
 */
export type AskedRules = OwnDays & {
  ledgerId: string;
  ruleIds: readonly string[] | undefined;
  rule: { when: RuleWhen; then: RuleThen; stop: boolean } | undefined;
  q: string | undefined;
  overwrite: boolean;
};

/** The rules of a call, as it asks for them; `today` is the caller's (ISO date). */
export function askedRules(session: Session, today: string, input: RouteInput<'runRules'>): AskedRules {
  const { ruleIds, q, overwrite = false } = input;
  const { ledgerId } = session;
  return { ledgerId, today, calendar: calendarOf(session), ruleIds, rule: undefined, q, overwrite };
}

/** The id of a rule that is not kept. */
export const UNKEPT = '';

/** The rules of a call, in their order. Throws the problem rule_not_found. */
export function rulesAsked({ ruleIds, rule }: AskedRules, rules: ReadonlyMap<string, RuleState>): UserRule[] {
  if (ruleIds?.some((ruleId) => !rules.has(ruleId))) throw rejectionProblem('rule_not_found' satisfies Rejection, {});
  const named = ruleIds ? new Set(ruleIds) : null;
  const isAsked = (ruleId: string, { isOn }: RuleState) => (named ? named.has(ruleId) : isOn && !rule);
  const openRules = [...rules].filter(([ruleId, state]) => isAsked(ruleId, state));
  return [
    ...openRules.map(([ruleId, state]) => ({ ruleId, ...state })),
    ...(rule ? [{ ruleId: UNKEPT, version: 1, ...rule }] : []),
  ];
}

/** The rules and the query of a call's scan. Rejects with rule_not_found, and with invalid for a wrong query. */
export async function scanOf(
  asked: AskedRules,
  { state }: Snapshot,
): Promise<Scan & { asked: UserRule[]; rules: ReadyRule[] }> {
  const { q, today, calendar, overwrite } = asked;
  const rules = rulesAsked(asked, state.rules);
  return {
    asked: rules,
    rules: await inSlices(ready(rules, ruleNames(state, today, calendar))),
    query: q === undefined ? null : queryIn('q', q, state, { today, calendar }),
    overwrite,
  };
}
