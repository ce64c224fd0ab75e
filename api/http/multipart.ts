import { createHash } from 'node:crypto';
import koaMulter from '@koa/multer';
import type { Middleware } from 'koa';
import multer from 'multer';
import type { CallFile } from '#contract/call.ts';
import { IMAGE_BYTES_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { readAtScrape } from '#platform/telemetry/metrics.ts';
import { addressKey } from './address-key.ts';
import type { Context } from './context.ts';
import { OpenUploads } from './open-uploads.ts';
import { ProblemError } from './problem-error.ts';

/** An uploaded file: its form field, its name, its bytes, and their SHA-256 digest in base64url. */
export type Upload = { field: string; name: string; bytes: Buffer; digest: string };

/** Ample space for the text fields and part headers beside a file. */
const FIELDS_BYTES_MAX = 1024 * 1024;

/** The minimum rate, 4 KiB/s, is below the rate of any usable connection. */
const WINDOW_MS = 8_000;
const uploads = new OpenUploads({
  perUser: 8,
  perAddress: 32,
  heldBytesMax: 256 * 1024 * 1024,
  windowMs: WINDOW_MS,
  windowBytes: 32 * 1024,
});
readAtScrape(() => [
  ['daybook_uploads_open', uploads.open, {}],
  ['daybook_uploads_held_bytes', uploads.heldBytes, {}],
]);

const MULTER_LIMITS = {
  fields: 16,
  parts: 20,
  fieldNameSize: 64,
  fieldSize: 16 * 1024,
  // No call has nested fields.
  fieldNestingDepth: 0,
};

/** A JSON number with at most two decimals and no exponent. */
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d{1,2})?$/;

/**
 * Parses a multipart form with at most one file, in `field`. Text fields become the strings of the body; a decimal
 * `amount` becomes a number, and each field of `json` what its JSON says, so that one schema validates forms and JSON.
 * Throws the problems too_large, malformed, invalid, too_many_uploads, upload_too_slow and unavailable.
 */
export function formBody({ field, required, bytesMax = IMAGE_BYTES_MAX, json = [] }: CallFile): Middleware {
  const limits = { ...MULTER_LIMITS, fileSize: bytesMax };
  const parse = koaMulter({ storage: multer.memoryStorage(), limits }).single(field);
  const formBytesMax = bytesMax + FIELDS_BYTES_MAX;
  return async (ctx: Context, next) => {
    if ((ctx.request.length ?? 0) > formBytesMax) throw new ProblemError('too_large');
    const upload = begin(ctx, formBytesMax);
    try {
      try {
        await upload.receive(ctx.req, async () => await parse(ctx, async () => {}));
      } catch (error) {
        const problem = problemOf(error, field);
        // Don't wait for the rest of a slow upload: close the connection.
        if (problem.code === 'upload_too_slow') ctx.set('Connection', 'close');
        throw problem;
      }
      if (required && !fileIn(ctx)) throw new ProblemError('invalid', { [field]: messages.fileRequired });
      const { body } = ctx.request as { body?: Record<string, unknown> };
      if (!body) throw new ProblemError('malformed'); // The content type was no valid form's.
      convertFields(body, field, json);
      await next();
    } finally {
      upload.close();
    }
  };
}

/** Registers an upload of the session's user. Throws the problem too_many_uploads, and sets Retry-After. */
function begin(ctx: Context, uploadBytesMax: number): ReturnType<OpenUploads['begin']> {
  const { session } = ctx.state;
  const address = addressKey(ctx.ip);
  // Many people share the demo user, so its uploads count for each address.
  const user = session?.isDemo ? `${session.userId} ${address}` : (session?.userId ?? address);
  try {
    return uploads.begin({ user, address }, uploadBytesMax);
  } catch (error) {
    ctx.set('Retry-After', String(WINDOW_MS / 1000));
    throw error;
  }
}

/**
 * Makes of the texts of a form the values of a JSON body: a number of a decimal `amount`, and of each of `jsonFields`
 * the value of its JSON. Drops `fileField` if no file was chosen.
 */
function convertFields(body: Record<string, unknown>, fileField: string, jsonFields: readonly string[]): void {
  if (typeof body.amount === 'string' && DECIMAL.test(body.amount)) body.amount = Number(body.amount);
  for (const name of jsonFields) {
    const text = body[name];
    if (typeof text === 'string') body[name] = jsonOf(text);
  }
  if (body[fileField] === '') delete body[fileField];
}

/** The value of a JSON text; of any other text the text itself, which the schema then refuses. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The file of a parsed form; null when there is none. */
export function uploadOf(ctx: Context): Upload | null {
  const file = fileIn(ctx);
  if (!file) return null;
  const digest = createHash('sha256').update(file.buffer).digest('base64url');
  // Multer reads the name as Latin 1; browsers send it in UTF-8.
  const name = Buffer.from(file.originalname, 'latin1').toString();
  return { field: file.fieldname, name, bytes: file.buffer, digest };
}

type MulterFile = { fieldname: string; originalname: string; buffer: Buffer };

function fileIn(ctx: Context): MulterFile | undefined {
  return (ctx as { file?: MulterFile }).file;
}

/** Maps an error of multer. Errors without a code are malformed forms and closed connections. */
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
