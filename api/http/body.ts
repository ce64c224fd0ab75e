import { bodyParser } from '@koa/bodyparser';
import type { Middleware } from 'koa';
import type { CallFile } from '#contract/call.ts';
import { formBody } from './multipart.ts';
import { ProblemError } from './problem-error.ts';

/** Larger than any input that the contract allows, but for calls that name another limit. */
const JSON_BYTES_MAX = 64 * 1024;

/**
 * Parses a JSON body. Throws unsupported_media_type for another or a compressed content type, else malformed or
 * too_large.
 */
export function jsonBody(bytesMax: number = JSON_BYTES_MAX): Middleware {
  const parse = bodyParser({ enableTypes: ['json'], jsonLimit: bytesMax, jsonStrict: true });
  return async (ctx, next) => {
    const hasBody =
      ctx.request.length !== 0 && (ctx.get('Transfer-Encoding') !== '' || ctx.request.length !== undefined);
    const isPlain = /^(identity)?$/i.test(ctx.get('Content-Encoding'));
    // The parser would try to decompress a body that is not there.
    if (!hasBody) return await next();
    if (!(isPlain && ctx.is('application/json'))) throw new ProblemError('unsupported_media_type');
    await parse(ctx, next);
  };
}

/** Parses a multipart form with a file, or JSON when the file is optional. */
export function formOrJsonBody(file: CallFile): Middleware {
  const form = formBody(file);
  const json = jsonBody();
  return async (ctx, next) => {
    if (ctx.is('multipart/form-data')) return await form(ctx, next);
    if (file.required) throw new ProblemError('unsupported_media_type');
    await json(ctx, next);
  };
}
