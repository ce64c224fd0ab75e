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
  destination: DestinationStream = pino.destination(1),
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
