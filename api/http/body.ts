import { bodyParser } from '@koa/bodyparser';
import type { Middleware } from 'koa';
import { formBody } from './multipart.ts';
import { ProblemError } from './problem-error.ts';

/** Larger than any input the contract allows. */
const LIMIT = '64kb';

const parse = bodyParser({ enableTypes: ['json'], jsonLimit: LIMIT, jsonStrict: true });

/** Reads a JSON body. Another content type is refused, and so is what is compressed, isn't JSON or is too large. */
export const jsonBody: Middleware = async (ctx, next) => {
  const hasBody = ctx.request.length !== 0 && (ctx.get('Transfer-Encoding') !== '' || ctx.request.length !== undefined);
  const isPlain = /^(identity)?$/i.test(ctx.get('Content-Encoding'));
  if (hasBody && !(isPlain && ctx.is('application/json'))) throw new ProblemError('unsupported_media_type');
  await parse(ctx, next);
};

/** Reads a form that may carry a file; where the file need not be there, JSON as well. */
export function formOrJsonBody(file: { field: string; required: boolean }): Middleware {
  const form = formBody(file);
  return async (ctx, next) => {
    if (ctx.is('multipart/form-data')) return await form(ctx, next);
    if (file.required) throw new ProblemError('unsupported_media_type');
    await jsonBody(ctx, next);
  };
}
