import { z } from 'zod';
import { BASE_PATH, DIGEST_PATH } from '#contract/addresses.ts';
import { messages } from '#contract/messages.ts';
import { isMonth } from '#ledger/model/months.ts';
import { waitUntilCaughtUp } from '../commands/caught-up.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { runBySize } from '../heavy/run-by-size.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError, parseBy } from '../http/problem-error.ts';
import { todayIn } from '../http/time-zone.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { fontFaces } from './fonts.ts';
import { digestPage } from './page.ts';
import { DIGEST_FIGURES_JOB } from './read.ts';

/** The page has styles of its own, and loads nothing but the dashboard's fonts. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'; font-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const query = z.strictObject({
  month: z.string({ error: messages.notAMonth }).refine(isMonth, messages.notAMonth).optional(),
});

/**
 * Registers the digest of a month, a page for printing (product 10.6), in the fonts of the built dashboard in a folder,
 * or null.
 */
export function digestRoutes(
  router: AppRouter,
  services: CommandServices & { limits: RequestLimits },
  dashboardFolder: string | null,
): void {
  const { limits, now } = services;
  const fonts = fontFaces(dashboardFolder);

  // Not `router.get`, which answers HEAD, too, by reading everything.
  router.register(BASE_PATH + DIGEST_PATH, ['GET'], async (ctx: Context) => {
    const { session } = ctx.state;
    if (!session) throw new ProblemError('session_required');
    const { userId, ledgerId, currency, zone } = session;
    const period = parseBy(query, { ...ctx.query }, currency);
    await limits.take(ctx, 'seal', userId);
    await waitUntilCaughtUp(services, ledgerId);
    // A link that is opened names no zone.
    const day = todayIn(zone ?? '', now());
    const { month = day.slice(0, 7) } = period;
    const figures = await runBySize(services, session, DIGEST_FIGURES_JOB, { ledgerId, month, today: day });
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = digestPage(figures, { name: session.fullName, currency, today: day, fonts });
  });
}
