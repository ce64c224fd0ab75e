import { BASE_PATH } from '../../contract/addresses.ts';
import { calls } from '../../contract/calls.ts';
import { id } from '../../contract/fields.ts';
import { loadAccountView } from '../../projections/queries/account-view.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { changeUser } from '../identity/users.ts';
import type { Services } from '../services.ts';
import { presentUser } from '../users/present.ts';
import type { Image } from './image.ts';
import { storeAvatar } from './store-upload.ts';
import { imageOf } from './stored-images.ts';

const EXTENSIONS: Record<Image['contentType'], string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};
const YEAR = 365 * 24 * 60 * 60;

/**
 * Answers upload-avatar, and gives images to those whose they are. Registered before the other calls that take files, it
 * counts uploads to them as well, before anything of one is read.
 */
export function fileRoutes(router: AppRouter, services: Services): void {
  const { database, limits } = services;

  const withFile = Object.values(calls).filter((call) => 'file' in call);
  for (const { path } of withFile) {
    router.post(BASE_PATH + path, async (ctx, next) => {
      const { session } = ctx.state;
      if (session && ctx.is('multipart/form-data')) await limits.take(ctx, 'upload', session.userId);
      await next();
    });
  }

  registerRoute(router, 'uploadAvatar', async (asked) => {
    const { userId, ledgerId } = asked.session;
    const avatarId = await storeAvatar(services, userId, asked.file);
    return presentUser(await changeUser(database, userId, { avatarId }), await loadAccountView(database, ledgerId));
  });

  router.get(`${BASE_PATH}/files/:id`, async (ctx) => {
    const { session } = ctx.state;
    if (!session) throw new ProblemError('session_required');
    const { data: fileId } = id.safeParse(ctx.params.id);
    const image = fileId && (await imageOf(database, session.userId, fileId));
    if (!image) throw new ProblemError('not_found');
    // What an id stands for never changes. Should a browser ever take it for a page, it may do nothing.
    ctx.set({
      'Cache-Control': `private, max-age=${YEAR}, immutable`,
      'Content-Disposition': `inline; filename="${fileId}.${EXTENSIONS[image.contentType]}"`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.etag = image.digest;
    ctx.status = 200;
    ctx.type = image.contentType;
    // Not `ctx.fresh`: that gives all of it again to whoever asks past a cache, though they have it.
    if (ctx.get('If-None-Match').includes(ctx.response.get('ETag'))) ctx.status = 304;
    else ctx.body = image.bytes;
  });
}
