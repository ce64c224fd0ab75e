import { parseArgs } from 'node:util';

export const USAGE = `An event store that speaks EventStoreDB's protocol, for a machine that has no EventStoreDB.

  --port N            where it listens, on 127.0.0.1 (2113)
  --data DIR          where its own Postgres keeps the events (.daybook)
  --database-url URL  a Postgres database of its own, instead of starting one
  --help              this text`;

export interface CommandLine {
  readonly port: number;
  readonly data: string;
  readonly databaseUrl: string | undefined;
  readonly help: boolean;
}

/**
 * Reads the command line.
 * @throws Error with a sentence for an option that is unknown or lacks its value, or a port that is none
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '2113' },
      data: { type: 'string', default: '.daybook' },
      'database-url': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error(`--port takes a number up to 65535, not '${values.port}'.`);
  return { port, data: values.data, databaseUrl: values['database-url'], help: values.help };
}
