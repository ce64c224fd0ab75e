import { parseArgs } from 'node:util';

export const USAGE = `An event store that speaks EventStoreDB's protocol, for a machine that has no EventStoreDB.

  --port N            where it listens, on 127.0.0.1 (2113)
  --data DIR          where its own Postgres keeps the events (.daybook)
  --tls-cert FILE     a certificate, to speak TLS and nothing else; with --tls-key FILE, both as PEM
  --admin-password P  lets in only those who say who they are: admin with this password; needs TLS
  --user NAME:P       another who is let in, as often as there are others
  --help              this text

Every account of a machine sees the options of its programs. These environment variables are seen by their owner alone:

  EVENTSTORE_ADMIN_PASSWORD  as --admin-password
  EVENTSTORE_DATABASE_URL    a Postgres database of its own, instead of starting one`;

export type CommandLine = {
  readonly port: number;
  readonly data: string;
  readonly databaseUrl: string | undefined;
  /** The files of the certificate and of its key. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Passwords by name; undefined where anybody is let in. */
  readonly users: ReadonlyMap<string, string> | undefined;
  readonly help: boolean;
};

/**
 * Reads the command line, and the environment variables that hold what other accounts must not see.
 * @throws Error with a sentence for an option that is unknown, lacks its value or what belongs to it, or a port that is none
 */
export function parseCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '2113' },
      data: { type: 'string', default: '.daybook' },
      'tls-cert': { type: 'string' },
      'tls-key': { type: 'string' },
      'admin-password': { type: 'string' },
      user: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error(`--port takes a number up to 65535, not '${values.port}'.`);
  const { 'tls-cert': cert, 'tls-key': key } = values;
  if ((cert === undefined) !== (key === undefined)) throw new Error('--tls-cert and --tls-key belong together.');
  const tls = cert !== undefined && key !== undefined ? { cert, key } : undefined;
  const users = usersFrom(values['admin-password'] ?? (env.EVENTSTORE_ADMIN_PASSWORD || undefined), values.user);
  if (users && !tls) throw new Error('Passwords need TLS: clients send none without it.');
  const databaseUrl = env.EVENTSTORE_DATABASE_URL || undefined;
  return { port, data: values.data, databaseUrl, tls, users, help: values.help };
}

function usersFrom(adminPassword: string | undefined, others: readonly string[]): Map<string, string> | undefined {
  if (adminPassword === undefined) {
    if (others.length > 0) throw new Error('--user needs --admin-password, too.');
    return undefined;
  }
  const users = new Map([['admin', adminPassword]]);
  for (const other of others) {
    const [, name, password] = /^([^:]+):(.+)$/s.exec(other) ?? [];
    if (name === undefined || password === undefined) throw new Error('--user takes a name and a password, as NAME:P.');
    users.set(name, password);
  }
  return users;
}
