import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import { errorFields } from './error-fields.ts';

export type Log = Logger;

/**
 * Opens the structured log of a program: one JSON object a line, on stdout by default. `LOG_LEVEL` sets the level
 * (info). Callers log single fields, never whole objects, which could hold a password, token, title or amount.
 */
export function openLogFile(
  program: string,
  level = process.env.LOG_LEVEL || 'info',
  destination: DestinationStream = lineByLine(1),
): Log {
  return pino(
    {
      level,
      base: { program, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error) => errorFields(error) },
    },
    destination,
  );
}

/**
 * Writes each line to a file descriptor synchronously and drops a line that can't be written, so a full disk or a slow
 * reader of a pipe doesn't stop the program. A line that follows a partial write starts with a newline.
 */
function lineByLine(descriptor: number): DestinationStream {
  let isPartial = false;
  return {
    write(line) {
      const bytes = Buffer.from(isPartial ? `\n${line}` : line);
      try {
        isPartial = writeSync(descriptor, bytes) < bytes.length;
      } catch {
        // The failure of the log can't be logged.
      }
    },
  };
}
