import type { ScheduleSuggestion } from '#contract/schedule-calls.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { nameOfCategory } from '#ledger/model/categories.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import { boundsOf } from '#ledger/model/schedule.ts';
import type { Books } from '#ledger/model/state.ts';
import { categoryNow } from '#ledger/schedules/commands.ts';
import { nextOf, type Scheduled } from '#ledger/schedules/listed.ts';
import { type KnownSchedule, type Suggestion, suggestionsFrom } from '#ledger/schedules/suggest.ts';
import { readConsistently } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { pastEntriesOf, scheduledOf } from '#projections/queries/schedules.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';

/** Twelve months and one more, so that what comes twice a year was there three times. */
const LOOKED_AT_DAYS = 396;

/**
 * The payments that came regularly up to `today` (ISO date) and are no schedule, as the call that adds a schedule takes
 * them (product 13.6). Fields that no longer hold are left out: an account that was closed, a category that is gone or
 * archived.
 */
export async function suggestions(
  { database }: JobServices,
  { ledgerId, today }: { ledgerId: string; today: string },
): Promise<{ suggestions: ScheduleSuggestion[] }> {
  return await readConsistently(database, async (client) => {
    const { state } = await loadLedgerView(client, ledgerId);
    const there = await scheduledOf(client, ledgerId, null);
    const entries = await pastEntriesOf(client, ledgerId, { from: shifted(today, -LOOKED_AT_DAYS), to: today });
    const isOpen = (accountId: string) => state.accounts.get(accountId)?.isOpen ?? false;
    const usable = entries.filter(({ accountId, toAccountId = accountId }) => [accountId, toAccountId].every(isOpen));
    const found = suggestionsFrom(usable, { today, known: knownOf(there, today), scheduled: entriesOf(there) });
    return { suggestions: found.map((suggestion) => present(suggestion, ledgerId, state)) };
  });
}

export const SUGGESTIONS_JOB = jobOf(suggestions, import.meta.url, 'read');

/** The schedules that go on from `today` (ISO date), with the titles, amounts and rules that they had before, too. */
function knownOf({ schedules }: Scheduled, today: string): KnownSchedule[] {
  return [...schedules.values()].flatMap((schedule) => {
    if (nextOf(schedule, new Map(), today) === null) return [];
    const { type, accountId = EVERYDAY, toAccountId, title, amount, rule, earlier } = schedule;
    return [{ title, amount, rule }, ...earlier].map((terms) => {
      const { low, high } = boundsOf(terms.amount);
      return { type, accountId, toAccountId, title: terms.title, low, high, rule: terms.rule };
    });
  });
}

/** The entries that are occurrences of schedules that are there. */
function entriesOf({ schedules, marks }: Scheduled): Set<string> {
  const ofSchedules = [...marks].filter(([scheduleId]) => schedules.has(scheduleId));
  return new Set(
    ofSchedules
      .flatMap(([, ofOne]) => [...ofOne.values()])
      .flatMap((mark) => (mark === 'skipped' ? [] : (mark.entry ?? []))),
  );
}

function present(
  { schedule, entries }: Suggestion,
  ledgerId: string,
  state: Pick<Books, 'categories' | 'merged'>,
): ScheduleSuggestion {
  const { title, type, amount, accountId, toAccountId, wallet, rule, post } = schedule;
  const category = nameToAdd(schedule, state);
  const account = (id: string) => accountIdOf(ledgerId, id === EVERYDAY ? undefined : id);
  const whole = (cents: number) => amountOf(cents as Cents);
  return {
    schedule: {
      title,
      type,
      amount: 'exact' in amount ? { exact: whole(amount.exact) } : { about: whole(amount.about) },
      ...(category !== undefined && { category }),
      account: account(accountId),
      ...(toAccountId !== undefined && { toAccount: account(toAccountId) }),
      ...(type === 'Expense' && wallet !== undefined && { wallet }),
      rule,
      post,
    },
    entries,
  };
}

/** The name of the category that a new schedule may have; undefined where there is none, or it's of another kind. */
function nameToAdd(
  { type, categoryId }: Suggestion['schedule'],
  state: Pick<Books, 'categories' | 'merged'>,
): string | undefined {
  const id = categoryNow(categoryId, state);
  const category = id === undefined ? undefined : state.categories.get(id);
  if (id === undefined || !category || category.isArchived || category.kind !== type) return undefined;
  return nameOfCategory(state.categories, id);
}
