import type { z } from 'zod';
import { BASE_PATH } from '../../contract/addresses.ts';
import type { Call } from '../../contract/call.ts';
import { type CallData, type CallName, type CallWithFile, calls } from '../../contract/calls.ts';
import { DEFAULT_CURRENCY } from '../../ledger/model/constants.ts';
import { formOrJsonBody, jsonBody } from './body.ts';
import type { AppRouter, Context } from './context.ts';
import { type Upload, uploadOf } from './multipart.ts';
import { invalid, ProblemError } from './problem-error.ts';
import type { Session } from './session.ts';

/** What a call takes after its schema has read it, with defaults filled in. */
export type Input<Name extends CallName> = (typeof calls)[Name] extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : (typeof calls)[Name] extends { query: infer Query extends z.ZodType }
    ? z.output<Query>
    : undefined;

type Asked<Name extends CallName> = {
  ctx: Context;
  input: Input<Name>;
  /** The image that came with the input, still to be looked into; only where the contract takes one. */
  file: (typeof calls)[Name] extends { file: { required: infer Required } }
    ? Required extends true
      ? Upload
      : Upload | null
    : null;
  /** Whose call it is; only where the contract asks for a session. */
  session: (typeof calls)[Name]['session'] extends true ? Session : Session | null;
};

/** Runs before a form with a file is read; throws to refuse the upload. */
export type BeforeUpload = (ctx: Context, session: Session) => Promise<void>;

/**
 * Registers the route of one of the contract's calls: requires the session before anything of the body is read, reads the input
 * by its schema, and sends what the handler gives as `{ data }`. The route of a call that takes a file has to pass
 * `beforeUpload`, so that no upload goes uncounted.
 */
export function registerRoute<Name extends CallName>(
  router: AppRouter,
  name: Name,
  handle: (asked: Asked<Name>) => Promise<CallData<Name>>,
  ...[beforeUpload]: Name extends CallWithFile ? [beforeUpload: BeforeUpload] : []
): void {
  const call: Call = calls[name];
  router.register(
    BASE_PATH + call.path,
    [call.method],
    [
      async (ctx: Context, next) => {
        const { session } = ctx.state;
        if (call.session && !session) throw new ProblemError('session_required');
        if (beforeUpload && session && ctx.is('multipart/form-data')) await beforeUpload(ctx, session);
        await next();
      },
      ...(call.method === 'POST' ? [call.file ? formOrJsonBody(call.file) : jsonBody] : []),
      async (ctx: Context) => {
        const { session } = ctx.state;
        const input = read(call, ctx);
        const data = await handle({ ctx, input, file: uploadOf(ctx), session } as Asked<Name>);
        ctx.set('Cache-Control', 'no-store');
        ctx.body = { data };
      },
    ],
  );
}

function read(call: Call, ctx: Context): unknown {
  const schema = call.body ?? call.query;
  if (!schema) return undefined;
  const given = call.body ? ((ctx.request as { body?: unknown }).body ?? {}) : { ...ctx.query };
  const read = schema.safeParse(given);
  if (!read.success) throw invalid(read.error, ctx.state.session?.currency ?? DEFAULT_CURRENCY);
  return read.data;
}
