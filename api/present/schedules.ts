import type { Schedule } from '#contract/schedule-calls.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { nameOfCategory } from '#ledger/model/categories.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import type { Span } from '#ledger/model/schedule.ts';
import type { ScheduleState } from '#ledger/model/state.ts';
import { categoryNow, partsNow } from '#ledger/schedules/commands.ts';
import { lastListed, type Marks, nextOf } from '#ledger/schedules/listed.ts';
import { presentParts } from './values.ts';

/** Converts a schedule to the contract's, with the category of today. `today` is the caller's (ISO date). */
export function presentSchedule(
  ledgerId: string,
  scheduleId: string,
  schedule: ScheduleState,
  marks: Marks,
  { state, today }: { state: Pick<LedgerState, 'categories' | 'merged'>; today: string },
): Schedule {
  const { title, type, amount, accountId, toAccountId, wallet, parts, note, tags, rule, post } = schedule;
  const category = categoryNow(schedule.category, state);
  const next = nextOf(schedule, marks, today);
  const before = schedule.earlier.find(({ until }) => until > today);
  const account = (id = EVERYDAY) => accountIdOf(ledgerId, id === EVERYDAY ? undefined : id);
  return {
    _id: scheduleId,
    title,
    type,
    amount: presentSpan(amount),
    category: category === undefined ? null : nameOfCategory(state.categories, category),
    account: account(accountId),
    toAccount: type === 'Transfer' ? account(toAccountId) : null,
    parts:
      parts === undefined || type === 'Transfer' ? null : presentParts(type, partsNow(parts, state), state.categories),
    wallet: wallet ?? null,
    note: note ?? null,
    tags: tags ?? [],
    rule,
    post,
    before: before ? { ...before, amount: presentSpan(before.amount) } : null,
    next: next ? { nominal: next.nominal, day: next.day } : null,
    last: lastListed(schedule, marks),
  };
}

function presentSpan(amount: Span): Schedule['amount'] {
  const whole = Object.entries(amount).map(([name, cents]) => [name, amountOf(cents as Cents)]);
  return Object.fromEntries(whole) as Schedule['amount'];
}
