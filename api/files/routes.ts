import { BASE_PATH } from '#contract/addresses.ts';
import { idField, knownQuery } from '#contract/fields.ts';
import type { LedgerViews } from '#projections/ledger-views.ts';
import { isReceiptKnown } from '#projections/queries/receipts.ts';
import type { AppRouter } from '../http/context.ts';
import type { PremiumFor } from '../http/premium.ts';
import { ProblemError, parseBy } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { changeUser } from '../identity/users.ts';
import { knownView, revisionOf } from '../known/moment.ts';
import { type RequestLimits, uploadLimit } from '../limits/limits.ts';
import { presentUser } from '../present/user.ts';
import { EXTENSIONS } from './image.ts';
import { type ImageServices, storeAvatar } from './store-upload.ts';
import { imageOf } from './stored-images.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Registers upload-avatar, and the address from which an image's owner downloads it. */
export function fileRoutes(
  router: AppRouter,
  services: ImageServices & { limits: RequestLimits; premium: PremiumFor; views: LedgerViews },
): void {
  const { database, limits } = services;

  registerRoute(
    router,
    'uploadAvatar',
    async (request) => {
      const { session } = request;
      const { userId } = session;
      const avatarId = await storeAvatar(services, userId, request.file);
      return presentUser(
        services,
        await changeUser(database, userId, { avatarId }),
        await knownView(services, session, undefined),
      );
    },
    uploadLimit(limits),
  );

  router.get(`${BASE_PATH}/files/:id`, async (ctx) => {
    const { session } = ctx.state;
    if (!session) throw new ProblemError('session_required');
    const { known } = parseBy(knownQuery, { ...ctx.query }, session.currency);
    const asOfRevision = await revisionOf(services, session.ledgerId, known);
    const { data: fileId } = idField.safeParse(ctx.params.id);
    const image = fileId && (await imageOf(database, session.userId, fileId));
    // The avatar is not in the books: it is today's.
    const isThere =
      asOfRevision === null ||
      fileId === session.avatarId ||
      (fileId && (await isReceiptKnown(database, session.ledgerId, fileId, asOfRevision)));
    if (!image || !isThere) throw new ProblemError('not_found');
    // The image of an id never changes. The sandbox stops scripts if a browser opens it as a page.
    ctx.set({
      'Cache-Control': `private, max-age=${YEAR_S}, immutable`,
      'Content-Disposition': `inline; filename="${fileId}.${EXTENSIONS[image.contentType]}"`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.etag = image.digest;
    ctx.status = 200;
    ctx.type = image.contentType;
    // Not `ctx.fresh`, which ignores the ETag of a request with `Cache-Control: no-cache`.
    if (ctx.get('If-None-Match').includes(ctx.response.get('ETag'))) ctx.status = 304;
    else ctx.body = image.bytes;
  });
}
