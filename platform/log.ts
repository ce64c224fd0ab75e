import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import { errorFields } from './error-fields.ts';

export type Log = Logger;

/**
 * The structured log of a program: one JSON object a line, on stdout unless said otherwise. `LOG_LEVEL` sets how much (info). Whoever logs
 * names fields one by one, so that no password, token, title or amount ever gets here by way of a whole object.
 */
export function openLog(
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
 * Writes each line to a file descriptor at once, and drops what can't be written: a program whose disk is full, or whose
 * reader is slow, goes on without a log. After half a line the next one begins on a line of its own.
 */
function lineByLine(descriptor: number): DestinationStream {
  let isTorn = false;
  return {
    write(line) {
      const bytes = Buffer.from(isTorn ? `\n${line}` : line);
      try {
        isTorn = writeSync(descriptor, bytes) < bytes.length;
      } catch {
        // There is nowhere better to say so.
      }
    },
  };
}
