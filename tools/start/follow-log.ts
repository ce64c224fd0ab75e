import { statSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 300;
/** The levels of a warning and above, as lines of a log have them. */
const WARNING_LEVEL = 40;

/** An error as `errorFields` of `platform/error-fields.ts` puts it into a line. */
type LoggedError = { type?: unknown; message?: unknown; stack?: unknown; cause?: LoggedError };
type Line = { level?: unknown; msg?: unknown; err?: LoggedError };

/**
 * Prints what is wrong in a log that a program appends to, from its present end on, until the signal aborts: warnings
 * and errors with their stacks, and lines that are not of the log, such as the lines of a program that can't be loaded.
 */
export async function followLog(path: string, print: (text: string) => void, signal: AbortSignal): Promise<void> {
  let at = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let rest = '';
  while (!signal.aborted) {
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
    const size = await sizeOf(path);
    if (size < at) at = 0; // It was rotated.
    if (size === at) continue;
    const lines = (rest + (await textBetween(path, at, size))).split('\n');
    at = size;
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const text = wrongIn(line);
      if (text !== null) print(text);
    }
  }
}

const sizeOf = async (path: string) => (await stat(path).catch(() => ({ size: 0 }))).size;

async function textBetween(path: string, from: number, to: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The content of a line that is wrong, or null if nothing is. */
function wrongIn(line: string): string | null {
  const read = readLine(line);
  if (read === null) return line.trim() === '' ? null : line;
  if (!(Number(read.level) >= WARNING_LEVEL)) return null;
  const { msg, err } = read;
  return [...(typeof msg === 'string' ? [msg] : []), ...(err ? linesOf(err) : [])].join('\n');
}

/** The type, message and frames of an error that a log has, and of its causes: the frames have no message. */
function linesOf({ type, message, stack, cause }: LoggedError): string[] {
  return [`${type}: ${message}`, ...(stack ? [String(stack)] : []), ...(cause ? linesOf(cause) : [])];
}

function readLine(line: string): Line | null {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null ? read : null;
  } catch {
    return null;
  }
}
