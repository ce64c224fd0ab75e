import type { Scope } from '#contract/scopes.ts';
import type { TokenLimits } from '#contract/token-calls.ts';
import type { EntryLimits } from '#ledger/decide/entry-limits.ts';
import type { DecodedEvent } from '#ledger/events.ts';
import { accountKey } from '#ledger/ids.ts';
import type { Calendar, DateOrder, WeekStart } from '#ledger/model/constants.ts';
import type { Cut } from '#ledger/model/cut.ts';
import { exactCents } from '#ledger/model/money.ts';
import type { LedgerHead } from '#projections/queries/head.ts';
import { ProblemError } from './problem-error.ts';

/** A user's profile. `dateOfBirth` is an ISO date. Money belongs to the ledger, which `ledgerId` refers to. */
export type Identity = {
  userId: string;
  ledgerId: string;
  email: string;
  fullName: string;
  bio: string | null;
  avatarId: string | null;
  currency: string;
  dateOfBirth: string | null;
  dateOrder: DateOrder | null;
  weekStart: WeekStart | null;
  /** The day on which months of reports begin, and the day of years, `MM-DD`. */
  monthStart: number | null;
  yearStart: string | null;
  usesWordList: boolean;
  isDemo: boolean;
};

/** The program of a request, as events name it, or null for the user. */
export function actorOf({ bearer }: Pick<Session, 'bearer'>): string | null {
  return bearer ? `token ${bearer.name}` : null;
}

/** The maker of a command: the program, and its limits for entries. `today` is the caller's, an ISO date. */
export function makerOf(
  session: Pick<Session, 'bearer'>,
  today: string,
): { actor: string | null; limits: EntryLimits | null } {
  return { actor: actorOf(session), limits: entryLimitsOf(session.bearer, today) };
}

/** The limits of a token and its accounts, as commands are held to them; null if it has neither. */
export function entryLimitsOf(
  token: { limits: TokenLimits | null; accounts: Cut } | undefined,
  today: string,
): EntryLimits | null {
  if (!token || (token.limits === null && token.accounts === null)) return null;
  const { amount, days } = token.limits ?? {};
  const amountMax = amount === undefined ? null : exactCents(amount);
  return { amountMax, daysMax: days ?? null, today, cut: token.accounts };
}

/** The accounts that the program of a request sees; null for all (product 5.17). */
export function cutOf({ bearer }: Pick<Session, 'bearer'>): Cut {
  return bearer?.accounts ?? null;
}

/** Throws the problem account_not_found for an account that the program of a request does not see. */
export function requireSeen(session: Pick<Session, 'bearer' | 'ledgerId'>, accountId: string | undefined): void {
  const cut = cutOf(session);
  if (cut === null || accountId === undefined || cut.includes(accountKey(session.ledgerId, accountId))) return;
  throw new ProblemError('account_not_found');
}

/** How the user of a session writes days. */
export function calendarOf({ weekStart, dateOrder }: Pick<Identity, 'weekStart' | 'dateOrder'>): Calendar {
  return { weekStart, dateOrder };
}

/**
 * The session of a request. `prolonged`: its expiry was just extended in the database, so the cookie must be renewed.
 * `head` is how far the read models had come with its ledger when the session was looked up, and the command of the
 * request's idempotency key if it was carried out by then. `zone` is the time zone that the request names, else the
 * zone that the user's requests last named. `provedAt` is the last proof of password or passkey in it (product 5.3).
 * `missing` are events that the client has seen and the read models lack, where they have stood still for long
 * (product 7.5).
 */
export type Session = Identity & {
  token: string;
  prolonged: boolean;
  head: LedgerHead;
  zone: string | null;
  provedAt: Date | null;
  /** The token of a program in place of a session's; absent in a session (product 5.17). */
  bearer?: { tokenId: string; name: string; scope: Scope; limits: TokenLimits | null; accounts: Cut };
  missing?: readonly DecodedEvent[];
};
