import { createHash } from 'node:crypto';
import koaMulter from '@koa/multer';
import type { Middleware } from 'koa';
import multer from 'multer';
import { IMAGE_BYTES_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { addressKey } from './address-key.ts';
import type { Context } from './context.ts';
import { OpenUploads } from './open-uploads.ts';
import { ProblemError } from './problem-error.ts';

/** A file that came with a form: the field it stood in, its bytes, and their SHA-256 digest. */
export type Upload = { field: string; bytes: Buffer; digest: string };

/** The largest form: a file, and more than its fields and the lines between them ever need. */
const LARGEST_FORM = IMAGE_BYTES_MAX + 1024 * 1024;

/** What a slow line brings in a window is more; what the largest file needs to arrive in a minute is far more. */
const WINDOW_MS = 8_000;
const uploads = new OpenUploads({
  perUser: 8,
  perAddress: 32,
  uploadBytesMax: LARGEST_FORM,
  heldBytesMax: 256 * 1024 * 1024,
  windowMs: WINDOW_MS,
  windowBytes: 32 * 1024,
});

const LIMITS = {
  fileSize: IMAGE_BYTES_MAX,
  fields: 16,
  parts: 20,
  fieldNameSize: 64,
  fieldSize: 16 * 1024,
  // No call has fields within fields.
  fieldNestingDepth: 0,
};

/** A decimal as JSON would have it, with at most two decimals: neither `1e3` nor `0x10` nor `007`. */
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d{1,2})?$/;

/**
 * Reads a multipart form with at most one file, in the given field. Text fields become the body as
 * strings; `amount` becomes a number where it is a decimal, so that the call's schema reads it as it reads JSON. What is
 * larger, cut short or otherwise no such form is refused.
 */
export function formBody({ field, required }: { field: string; required: boolean }): Middleware {
  const parse = koaMulter({ storage: multer.memoryStorage(), limits: LIMITS }).single(field);
  return async (ctx: Context, next) => {
    if ((ctx.request.length ?? 0) > LARGEST_FORM) throw new ProblemError('too_large');
    const upload = begin(ctx);
    try {
      try {
        await upload.receive(ctx.req, async () => await parse(ctx, async () => {}));
      } catch (error) {
        const problem = problemOf(error, field);
        // The rest would be as slow: the connection is closed instead of read to its end.
        if (problem.code === 'upload_too_slow') ctx.set('Connection', 'close');
        throw problem;
      }
      if (required && !fileIn(ctx)) throw new ProblemError('invalid', { [field]: messages.fileRequired });
      const { body } = ctx.request as { body?: Record<string, unknown> };
      if (!body) throw new ProblemError('malformed'); // A header that only looked like a form's.
      asInJson(body, field);
      await next();
    } finally {
      upload.close();
    }
  };
}

/** Takes a place for an upload of the session's user. Throws the problem too_many_uploads, and sets Retry-After. */
function begin(ctx: Context): ReturnType<OpenUploads['begin']> {
  const { session } = ctx.state;
  const address = addressKey(ctx.ip);
  // The demo user is many people, told apart by where they are.
  const user = session?.isDemo ? `${session.userId} ${address}` : (session?.userId ?? address);
  try {
    return uploads.begin({ user, address });
  } catch (error) {
    ctx.set('Retry-After', String(WINDOW_MS / 1000));
    throw error;
  }
}

/** Turns the text fields into what JSON would carry: an amount that is a decimal, and no file rather than an empty one. */
function asInJson(body: Record<string, unknown>, field: string): void {
  if (typeof body.amount === 'string' && DECIMAL.test(body.amount)) body.amount = Number(body.amount);
  if (body[field] === '') delete body[field];
}

/** The file that came with a request; null where none did. */
export function uploadOf(ctx: Context): Upload | null {
  const file = fileIn(ctx);
  if (!file) return null;
  const digest = createHash('sha256').update(file.buffer).digest('base64url');
  return { field: file.fieldname, bytes: file.buffer, digest };
}

function fileIn(ctx: Context): { fieldname: string; buffer: Buffer } | undefined {
  return (ctx as { file?: { fieldname: string; buffer: Buffer } }).file;
}

/** What multer gives no code to is a form that is broken, or a connection that was cut. */
function problemOf(error: unknown, field: string): ProblemError {
  if (error instanceof ProblemError) return error;
  if (!(error instanceof multer.MulterError)) return new ProblemError('malformed');
  switch (error.code as string) {
    case 'LIMIT_FILE_SIZE':
    case 'LIMIT_FIELD_VALUE':
    case 'LIMIT_FIELD_COUNT':
    case 'LIMIT_PART_COUNT':
      return new ProblemError('too_large');
    case 'LIMIT_UNEXPECTED_FILE':
    case 'LIMIT_FIELD_NESTING': {
      const named = error.field ?? field;
      return new ProblemError('invalid', { [named]: named === field ? messages.wrongType : messages.unknownField });
    }
    default:
      return new ProblemError('malformed');
  }
}
