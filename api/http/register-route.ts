import { z } from 'zod';
import { BASE_PATH } from '#contract/addresses.ts';
import type { Call } from '#contract/call.ts';
import { type CallData, type CallName, type CallWithFile, calls } from '#contract/calls.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { DEFAULT_CURRENCY } from '#ledger/model/constants.ts';
import { formOrJsonBody, jsonBody } from './body.ts';
import type { AppRouter, Context } from './context.ts';
import { inTurn } from './in-turn.ts';
import { type Upload, uploadOf } from './multipart.ts';
import { ProblemError, parseBy } from './problem-error.ts';
import type { Session } from './session.ts';

/** A call's input as its schema parses it, with defaults. */
export type RouteInput<Name extends CallName> = (typeof calls)[Name] extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : (typeof calls)[Name] extends { query: infer Query extends z.ZodType }
    ? z.output<Query>
    : undefined;

export type CallRequest<Name extends CallName> = {
  ctx: Context;
  input: RouteInput<Name>;
  /** The uploaded file, not yet validated; null when the contract takes none. */
  file: (typeof calls)[Name] extends { file: { required: infer Required } }
    ? Required extends true
      ? Upload
      : Upload | null
    : null;
  /** Null only when the contract requires no session. */
  session: (typeof calls)[Name]['session'] extends true ? Session : Session | null;
};

/** The result of a handler that has sent its answer itself. */
export const SENT = Symbol('sent');

/** Runs before a form's body is read; throws to refuse the upload. */
export type BeforeUpload = (ctx: Context, session: Session) => Promise<void>;

/**
 * Registers the route of a call: checks the session before it reads the body, parses the input by the call's schema,
 * checks Premium where the call needs it, and sends the handler's result as `{ data }`, unless the handler has sent it.
 * Costly reads of one ledger come in turn. Calls that take a file must pass `beforeUpload`, which counts the upload.
 */
export function registerRoute<Name extends CallName>(
  router: AppRouter,
  name: Name,
  handle: (request: CallRequest<Name>) => Promise<CallData<Name> | typeof SENT>,
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
      ...(call.method === 'POST' ? [call.file ? formOrJsonBody(call.file) : jsonBody(call.bodyBytesMax)] : []),
      async (ctx: Context) => {
        const { session } = ctx.state;
        const input = parseInput(call, ctx);
        if (call.premium && session) requirePremium(call.premium, input, ctx);
        const handled = () => handle({ ctx, input, file: uploadOf(ctx), session } as CallRequest<Name>);
        const data = session && isCostly(name, input) ? await inTurn(session.ledgerId, handled) : await handled();
        if (data === SENT) return;
        ctx.set('Cache-Control', 'no-store');
        ctx.body = { data };
      },
    ],
  );
}

/** Reads that hold the main thread for long on a ledger at its limits. */
const COSTLY: readonly CallName[] = ['getRules', 'readLine', 'getBudget', 'getBudgetChanges'];

/** Whether a call may hold the main thread for long: one of these, or a page that is longer than a screen asks for. */
function isCostly(name: CallName, input: unknown): boolean {
  const { limit } = (input ?? {}) as { limit?: unknown };
  return COSTLY.includes(name) || (typeof limit === 'number' && limit > PAGE_ROWS);
}

function requirePremium(needed: NonNullable<Call['premium']>, input: unknown, { state }: Context): void {
  const isNeeded = needed === true || (needed as (input: unknown) => boolean)(input);
  if (isNeeded && !state.hasPremium) throw new ProblemError('premium_required');
}

/** A call that takes nothing refuses any parameter. */
const NOTHING = z.strictObject({});
/** A body that a call does not read may hold anything but a moment, at which nothing can be written. */
const UNREAD = z.looseObject({ known: z.undefined({ error: messages.unknownField }).optional() });

/**
 * Parses the body of a POST, or the parameters of a GET. A POST that changes nothing takes its fields as parameters,
 * too.
 */
function parseInput(call: Call, ctx: Context): unknown {
  const parameters = { ...ctx.query };
  const body = (ctx.request as { body?: object }).body ?? {};
  const currency = ctx.state.session?.currency ?? DEFAULT_CURRENCY;
  if (call.method === 'POST' && call.kind !== 'query') parseBy(NOTHING, parameters, currency);
  const raw = call.method === 'GET' ? parameters : call.kind === 'query' ? { ...parameters, ...body } : body;
  return parseBy(call.body ?? call.query ?? (call.method === 'GET' ? NOTHING : UNREAD), raw, currency);
}
