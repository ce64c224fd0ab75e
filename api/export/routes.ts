import type pg from 'pg';
import { BASE_PATH, EXPORT_ENTRIES, EXPORT_PATH } from '#contract/addresses.ts';
import { messages } from '#contract/messages.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { CURRENCIES, type CurrencySymbol } from '#ledger/model/constants.ts';
import type { Database } from '#platform/postgres.ts';
import { watchQueue } from '#platform/telemetry/queues.ts';
import { Turns } from '#platform/turns.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { type LongAnswer, type LongAnswerNeeds, sendLong } from '../http/long-answer.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Session } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { requireProof } from '../identity/proof.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { filesOf } from './archive-files.ts';
import { isSmall, openLedger } from './open-ledger.ts';
import { zipOf } from './zip.ts';

/** A small export is held in memory as a whole, so that no client can hold up those that come after it. */
const SMALL = { queue: 'small_exports', concurrent: 2, heldBytes: 1024 * 1024 };
const LARGE = { queue: 'large_exports', concurrent: 3, heldBytes: 64 * 1024 };

type Needs = { database: pg.Pool; longAnswers: pg.Pool; log: EventLog; limits: RequestLimits; now(): Date };

/** Registers the export of everything, a zip (product 10.5). */
export function exportRoutes(router: AppRouter, services: Needs): void {
  const needs = ({ queue, concurrent, heldBytes }: typeof SMALL): LongAnswerNeeds => {
    const turns = watchQueue(queue, new Turns(concurrent, 1));
    return { pool: services.longAnswers, turns, heldBytes, name: 'an export' };
  };
  const [small, large] = [needs(SMALL), needs(LARGE)];

  // Not `router.get`, which answers HEAD, too, by reading everything.
  router.register(BASE_PATH + EXPORT_PATH, ['GET'], async (ctx: Context) => {
    const { session } = ctx.state;
    if (!session) throw new ProblemError('session_required');
    const unknown = Object.keys(ctx.query).map((name) => [name, messages.unknownField]);
    if (unknown.length > 0) throw new ProblemError('invalid', Object.fromEntries(unknown));
    requireProof(session, services.now());
    await services.limits.take(ctx, 'export', session.userId);
    const size = (await isSmall(services.database, session)) ? small : large;
    await sendLong(ctx, size, session.userId, (database) => archive(ctx, session, database, services));
  });
}

/** The export's zip. What fails here, such as a log that can't be read, is answered with a problem. */
async function archive(
  ctx: Context,
  { userId, ledgerId, currency }: Session,
  database: Database,
  { log, now }: Needs,
): Promise<LongAnswer> {
  const moment = now();
  const day = todayInZone(ctx, moment);
  const ledger = await openLedger(database, log, { userId, ledgerId, today: day });
  return {
    headers: {
      'Content-Disposition': `attachment; filename="daybook-${day}.zip"`,
      'Content-Type': 'application/zip',
      [EXPORT_ENTRIES]: String(ledger.entries),
      'X-Content-Type-Options': 'nosniff',
    },
    body: zipOf(filesOf(ledger, CURRENCIES[currency as CurrencySymbol]), moment),
    close: ledger.close,
  };
}
