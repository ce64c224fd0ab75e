import { exactCents } from '#ledger/model/money.ts';
import type { Span } from '#ledger/model/schedule.ts';
import { partsIn } from '../commands/category-in.ts';
import type { Builders, CommandContext } from '../commands/command-call.ts';
import type { RouteInput } from '../http/register-route.ts';

/** The commands of schedules and of their occurrences. */
export const scheduleBuilders = {
  addSchedule: ({ category, account, toAccount, amount, parts, note, tags, ...values }, context) => ({
    type: 'AddSchedule',
    scheduleId: context.newId('schedule'),
    today: context.today,
    values: {
      ...values,
      amount: spanOf(amount),
      ...(category !== undefined && { category: { name: category } }),
      ...accountsOf({ account, toAccount }, context),
      ...(parts && { parts: partsIn(parts) }),
      ...(note && { note }),
      ...(tags && { tags }),
    },
  }),
  changeSchedule: (
    { scheduleId, from, category, account, toAccount, amount, parts, note, tags, ...edit },
    context,
  ) => ({
    type: 'ChangeSchedule',
    fromDay: from,
    scheduleId,
    today: context.today,
    edit: {
      ...edit,
      ...(amount && { amount: spanOf(amount) }),
      ...(category !== undefined && { category: category === null ? null : { name: category } }),
      ...accountsOf({ account, toAccount }, context),
      ...(parts !== undefined && { parts: parts && partsIn(parts) }),
      ...(note !== undefined && { note }),
      ...(tags !== undefined && { tags }),
    },
  }),
  removeSchedule: ({ scheduleId }) => ({ type: 'RemoveSchedule', scheduleId }),
  skipOccurrence: (occurrence) => ({ type: 'SkipOccurrence', ...occurrence }),
  postOccurrence: ({ amount, ...occurrence }, context) => ({
    type: 'PostOccurrence',
    ...occurrence,
    entryId: context.newId('entry'),
    today: context.today,
    ...(amount !== undefined && { amount: exactCents(amount) }),
  }),
  matchOccurrence: (occurrence) => ({ type: 'MatchOccurrence', ...occurrence }),
  unmatchOccurrence: (occurrence) => ({ type: 'UnmatchOccurrence', ...occurrence }),
} satisfies Partial<Builders>;

function spanOf(amount: RouteInput<'addSchedule'>['amount']): Span {
  const cents = Object.entries(amount).flatMap(([name, whole]) =>
    whole === undefined ? [] : [[name, exactCents(whole)] as const],
  );
  return Object.fromEntries(cents) as Span;
}

function accountsOf(
  { account, toAccount }: { account?: string | undefined; toAccount?: string | undefined },
  context: CommandContext,
) {
  return {
    ...(account !== undefined && { accountId: context.account(account) }),
    ...(toAccount !== undefined && { toAccountId: context.account(toAccount) }),
  };
}
