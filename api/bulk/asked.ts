import type { BulkChangeInput } from '#contract/bulk-calls.ts';
import { accountKey } from '#ledger/ids.ts';
import type { RouteInput } from '../http/register-route.ts';
import { calendarOf, type Session } from '../http/session.ts';
import type { AskedBulk } from './selection.ts';

/** A bulk as its call asks for it; `today` is the caller's (ISO date). */
export function askedOf(session: Session, today: string, { select, change, revision }: RouteInput<'bulk'>): AskedBulk {
  const { ledgerId } = session;
  return {
    ledgerId,
    today,
    calendar: calendarOf(session),
    select,
    change: change ? changeOf(ledgerId, change) : null,
    revision: revision === undefined ? undefined : BigInt(revision ?? -1),
  };
}

/** The change as events have it: without what is left out, and the account by its key. */
function changeOf(
  ledgerId: string,
  { accountId, category, categoryId, addTags, removeTags, ...fields }: BulkChangeInput,
): AskedBulk['change'] {
  const named = categoryId ?? (category && { name: category });
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(named === undefined && category === undefined ? {} : { category: named ?? null }),
    ...(accountId !== undefined && { accountId: accountKey(ledgerId, accountId) }),
    ...(addTags && { addTags }),
    ...(removeTags && { removeTags }),
  };
}
