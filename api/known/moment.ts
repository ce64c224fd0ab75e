import type { Known } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import type { LedgerState } from '#ledger/history.ts';
import { NEWEST_TRANSACTIONS } from '#ledger/model/constants.ts';
import { cutTo } from '#ledger/model/cut.ts';
import type { Database } from '#platform/postgres.ts';
import type { LedgerViews } from '#projections/ledger-views.ts';
import { type LedgerView, viewWith } from '#projections/queries/ledger-view.ts';
import { findPoint, loadMoment, type NoMoment, type PastMoment, type Point } from '#projections/queries/moment.ts';
import { newestTransactions, transactionCountOf } from '#projections/queries/transactions.ts';
import { ProblemError } from '../http/problem-error.ts';
import { cutOf, type Session } from '../http/session.ts';

type Needs = { database: Database; now(): Date };
export type CurrentNeeds = Needs & { views: LedgerViews };

/** The query parameter that names the moment. */
const KNOWN = 'known';

/**
 * Loads the ledger as it was known at the moment that a call names in `field` (product 5.10). Gives null for now: where
 * none is named, or an instant that is still to come. Throws the problems invalid, for an entry that isn't there yet,
 * and unavailable, while the read models are being rebuilt by another version.
 */
export async function momentOf(
  { database, now }: Needs,
  ledgerId: string,
  known: Known | undefined,
  field = KNOWN,
): Promise<PastMoment | null> {
  return isNow(known, now()) ? null : orProblem(await loadMoment(database, ledgerId, known), field);
}

/** Finds the moment that a call names; null for now. Throws like `momentOf`. */
export async function pointOf(
  { database, now }: Needs,
  ledgerId: string,
  known: Known | undefined,
): Promise<Point | null> {
  return isNow(known, now()) ? null : orProblem(await findPoint(database, ledgerId, known), KNOWN);
}

/**
 * Finds the revision as of which lists are read at the moment that a call names; null for now. Throws like `momentOf`.
 */
export async function revisionOf(needs: Needs, ledgerId: string, known: Known | undefined): Promise<bigint | null> {
  return (await pointOf(needs, ledgerId, known))?.revision ?? null;
}

/**
 * Reads as of the moment that a call names: `read` takes its revision, null for now. An entry that is named is looked
 * for while it is read. Throws like `momentOf`, and what `read` throws.
 */
export async function readAsOf<Value>(
  needs: Needs,
  ledgerId: string,
  known: Known | undefined,
  read: (revision: bigint | null) => Promise<Value>,
): Promise<Value> {
  if (!known || 'instant' in known) return await read(await revisionOf(needs, ledgerId, known));
  const [, value] = await Promise.all([revisionOf(needs, ledgerId, known), read(known.revision)]);
  return value;
}

function isNow(known: Known | undefined, now: Date): known is undefined {
  return !known || ('instant' in known && Date.parse(known.instant) >= now.getTime());
}

function orProblem<Value>(loaded: Value | NoMoment, field: string): Value {
  if (loaded === 'not there yet') throw new ProblemError('invalid', { [field]: messages.notKnownYet });
  if (loaded === 'not rebuilt yet') throw new ProblemError('unavailable');
  return loaded as Value;
}

/** The revision of a moment; null for now. */
export function asOf(moment: PastMoment | null): bigint | null {
  return moment ? moment.revision : null;
}

/** The state of a ledger at a moment, or as it is now, cut to the accounts that the program of a request sees. */
export async function stateAt(needs: CurrentNeeds, session: Session, moment: PastMoment | null): Promise<LedgerState> {
  return cutTo(moment ? moment.state : (await viewNow(needs, session)).state, cutOf(session));
}

/** Loads the view of a ledger as it is now, with the events that the read models lack. */
async function viewNow({ database, views }: CurrentNeeds, { ledgerId, head, missing }: Session): Promise<LedgerView> {
  const view = await views.current(database, ledgerId, head);
  return missing ? viewWith(view, missing) : view;
}

/**
 * Loads the view of a ledger at the moment that a call names, or as it is now, cut to the accounts that the program of
 * a request sees. Throws like `momentOf`.
 */
export async function knownView(needs: CurrentNeeds, session: Session, known: Known | undefined): Promise<LedgerView> {
  const moment = cutOf(session) && (await pointOf(needs, session.ledgerId, known));
  return await cutView(needs, session, await wholeView(needs, session, known), moment?.revision ?? null);
}

/**
 * A view, at a revision or as it is now (null), as the program of a request sees it: the state, the newest transactions
 * and their number are of its accounts. The rows have to be there.
 */
export async function cutView(
  { database }: Pick<CurrentNeeds, 'database'>,
  session: Session,
  view: LedgerView,
  asOfRevision: bigint | null = null,
): Promise<LedgerView> {
  const cut = cutOf(session);
  if (cut === null) return view;
  const { ledgerId } = view;
  return {
    ...view,
    state: cutTo(view.state, cut),
    newest: await newestTransactions(database, ledgerId, NEWEST_TRANSACTIONS, null, asOfRevision, cut),
    transactionCount: await transactionCountOf(database, ledgerId, asOfRevision, cut),
  };
}

/** Loads the whole view of a ledger. Throws like `momentOf`. */
async function wholeView(needs: CurrentNeeds, session: Session, known: Known | undefined): Promise<LedgerView> {
  const { database } = needs;
  const { ledgerId } = session;
  const newestAt = (revision: bigint) => newestTransactions(database, ledgerId, NEWEST_TRANSACTIONS, null, revision);
  const wanted = momentOf(needs, ledgerId, known);
  // Of an entry that is named, both are read at once.
  const [moment, read] = await Promise.all([wanted, known && 'revision' in known ? newestAt(known.revision) : null]);
  if (!moment) return await viewNow(needs, session);
  const { revision, state, transactionCount, knownAt } = moment;
  return { ledgerId, revision, state, transactionCount, knownAt, newest: read ?? (await newestAt(revision)) };
}
