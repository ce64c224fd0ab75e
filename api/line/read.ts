import { WRITTEN_DAYS_MAX } from '#contract/limits.ts';
import type { ReadLine } from '#contract/line-calls.ts';
import { lineInWords } from '#contract/line-words.ts';
import { messages } from '#contract/messages.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountIdOf } from '#ledger/ids.ts';
import type { Line } from '#ledger/line/line.ts';
import { lineWithPast } from '#ledger/line/line-with-past.ts';
import { readAlone, tagsAskedFor } from '#ledger/line/read-line.ts';
import type { Categories } from '#ledger/model/categories.ts';
import { DEFAULT_DATE_ORDER } from '#ledger/model/constants.ts';
import { daysBetween } from '#ledger/model/days.ts';
import { amountOf } from '#ledger/model/money.ts';
import { ready } from '#ledger/rules/apply.ts';
import { inSlices } from '#platform/time-slices.ts';
import { newestOfTitle, tagsInUse } from '#projections/queries/past-entry.ts';
import { rulesOfLedger } from '#projections/queries/rules.ts';
import { ProblemError } from '../http/problem-error.ts';
import { calendarOf, cutOf, type Session } from '../http/session.ts';
import type { CurrentNeeds } from '../known/moment.ts';
import { presentParts } from '../present/values.ts';
import { ruleNames } from '../rules/names.ts';
import { type RuledLine, ruledLine } from './ruled-line.ts';

/** The rules of who sees some accounts alone: others may name accounts that are not seen. */
const NO_RULES: Awaited<ReturnType<typeof rulesOfLedger>> = new Map();

/**
 * Reads a line by the names and rules of the user's ledger, as `state` has it, and what was entered before (product
 * 4.17). `written` is the
 * day on which it was written, where the client names it. Throws the problem invalid where that is far from `today`.
 */
export async function readLineOfUser(
  services: CurrentNeeds,
  session: Session,
  { text, today: written }: { text: string; today?: string | undefined },
  today: string,
  state: LedgerState,
): Promise<RuledLine> {
  const { database } = services;
  const { ledgerId, currency, dateOrder } = session;
  const cut = cutOf(session);
  if (written !== undefined && daysBetween(written, today) > WRITTEN_DAYS_MAX)
    throw new ProblemError('invalid', { today: messages.writtenDayTooFar });
  const categories = [...state.categories.values()].filter(({ isArchived }) => !isArchived);
  const tags = await tagsInUse(database, ledgerId, tagsAskedFor(text, categories), cut);
  const accounts = [...state.accounts]
    .filter(([, { isOpen }]) => isOpen)
    .map(([key, { name, kind }]) => ({ id: accountIdOf(ledgerId, key), name, kind }));
  const reader = { currency, dateOrder: dateOrder ?? DEFAULT_DATE_ORDER, accounts, categories, tags };
  const alone = readAlone(text, written ?? today, reader);
  const isAsked = !alone.transfer && alone.title !== '';
  const [past, rules] = await Promise.all([
    isAsked ? newestOfTitle(database, ledgerId, alone.title, cut) : null,
    cut === null ? rulesOfLedger(database, ledgerId, null) : NO_RULES,
  ]);
  const on = [...rules].flatMap(([ruleId, rule]) => (rule.isOn ? [{ ruleId, ...rule }] : []));
  const readyRules = await inSlices(ready(on, ruleNames(state, today, calendarOf(session))));
  const ruled = (line: Line) => ruledLine(line, readyRules, state, ledgerId);
  if (!past) return ruled(lineWithPast(alone, null));
  const category = past.category === null ? undefined : state.categories.get(past.category);
  const proposed = lineWithPast(alone, {
    ...past,
    category: category && !category.isArchived ? category.name : null,
    account: accountIdOf(ledgerId, past.accountId),
  });
  return ruled(proposed);
}

/** Converts a line to the contract's: the amount in whole units. */
export function presentLine(
  { amount, categoryId: _, set: _set, parts, problems, warnings, ...line }: RuledLine,
  categories: Categories,
): ReadLine {
  return {
    ...line,
    amount: amount === null ? null : amountOf(amount),
    ...lineInWords({ problems, warnings }),
    ...(parts && { parts: presentParts(line.type, parts, categories) }),
  };
}
