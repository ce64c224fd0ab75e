const MESSAGE_MAX_CHARS = 500;
const FRAMES_MAX = 20;
const FRAME_MAX_CHARS = 300;
const CAUSES_MAX = 3;

/** The fields of an error in a log line. */
export type ErrorFields = {
  type: string;
  message: string;
  stack?: string;
  code?: string | number;
  cause?: ErrorFields;
};

/**
 * Gives the loggable fields of a thrown value, bounded in length. It copies only known fields, because libraries attach
 * request bytes, statement parameters and URLs with passwords to their errors.
 */
export function errorFields(error: unknown, causesLeft = CAUSES_MAX): ErrorFields {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: typeof error === 'string' ? error.slice(0, MESSAGE_MAX_CHARS) : '' };
  }
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.constructor.name,
    message: String(error.message).slice(0, MESSAGE_MAX_CHARS),
    stack: framesOf(error),
    ...(typeof code === 'string' ? { code: code.slice(0, 100) } : typeof code === 'number' ? { code } : {}),
    ...(cause !== undefined && causesLeft > 0 ? { cause: errorFields(cause, causesLeft - 1) } : {}),
  };
}

/** The stack frames. Drops the message, which the stack repeats in full length. */
function framesOf(error: Error): string {
  return String(error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, FRAMES_MAX)
    .map((line) => line.slice(0, FRAME_MAX_CHARS))
    .join('\n');
}
