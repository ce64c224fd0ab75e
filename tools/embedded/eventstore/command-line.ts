import { parseArgs } from 'node:util';

export const USAGE = `An event store that speaks EventStoreDB's protocol, for a machine that has no EventStoreDB.

  --port N            port, on 127.0.0.1 (2113); the pages use the next one; 0 takes any two free ports
  --data DIR          folder of its Postgres (.daybook)
  --tls-cert FILE     certificate, to accept TLS connections only; with --tls-key FILE, both as PEM
  --admin-password P  password of the user admin; callers then have to authenticate; needs TLS
  --user NAME:P       another user; may be repeated
  --help              this

Every account of a machine can read the options of its programs. Only the program's own account can \
read these variables:

  EVENTSTORE_ADMIN_PASSWORD  as --admin-password
  EVENTSTORE_DATABASE_URL    an existing Postgres database to use, instead of starting a Postgres

Exit code: 0 it was stopped, 1 it could not start or keep running, 2 the command was not understood.`;

export type CommandLine = {
  readonly port: number;
  readonly data: string;
  readonly databaseUrl: string | undefined;
  /** Paths of the certificate and its key. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Passwords by user name; undefined without authentication. */
  readonly users: ReadonlyMap<string, string> | undefined;
  readonly help: boolean;
};

/**
 * Parses the options, and the environment variables for secrets. Throws an Error for the user: for an unknown option, a
 * missing value, options that need another one, or an invalid port.
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

function usersFrom(adminPassword: string | undefined, pairs: readonly string[]): Map<string, string> | undefined {
  if (adminPassword === undefined) {
    if (pairs.length > 0) throw new Error('--user needs --admin-password, too.');
    return undefined;
  }
  const users = new Map([['admin', adminPassword]]);
  for (const pair of pairs) {
    const [, name, password] = /^([^:]+):(.+)$/s.exec(pair) ?? [];
    if (name === undefined || password === undefined) throw new Error('--user takes a name and a password, as NAME:P.');
    users.set(name, password);
  }
  return users;
}
