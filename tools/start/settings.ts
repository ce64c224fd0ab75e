import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartFailure } from './failure.ts';

/** The settings of `npm start`. A service without a URL gets a stand-in; `dataDir` is absolute. */
export type ProgramSettings = {
  port: number;
  address: string;
  /** The port of `GET /metrics`, on `host`; undefined: it is not served. */
  metricsPort: number | undefined;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  eventStoreUrl: string | undefined;
  /** Real Stripe with keys, the stand-in, or no payments. */
  stripe: 'keys' | 'stand-in' | 'none';
};

/**
 * Reads the settings from environment variables: `PORT` (3000), `DAYBOOK_DATA` (`.daybook`), `DATABASE_URL`,
 * `EVENTSTORE_URL`, `STRIPE_SECRET_KEY` with `STRIPE_WEBHOOK_SECRET`, `METRICS_PORT`, `HOST` and `NODE_ENV`. An
 * empty variable counts as unset. Throws a `StartFailure` that names an invalid variable or, in production, a missing
 * one.
 */
export function readSettings(env: NodeJS.ProcessEnv): ProgramSettings {
  const port = readPort('PORT', env.PORT || '3000');
  const metricsPort = env.METRICS_PORT ? readPort('METRICS_PORT', env.METRICS_PORT) : undefined;
  if (metricsPort === port) {
    throw new StartFailure(`METRICS_PORT is ${port} like PORT: take another one, like METRICS_PORT=${port + 1}.`);
  }
  const databaseUrl = env.DATABASE_URL || undefined;
  const eventStoreUrl = env.EVENTSTORE_URL || undefined;
  if (databaseUrl !== undefined) checkDatabaseUrl(databaseUrl);
  if (eventStoreUrl !== undefined) checkEventStoreUrl(eventStoreUrl);
  if (env.NODE_ENV === 'production') {
    const missing = [databaseUrl ? [] : 'DATABASE_URL', eventStoreUrl ? [] : 'EVENTSTORE_URL'].flat();
    if (missing.length > 0) {
      throw new StartFailure(
        `In production (NODE_ENV) Daybook starts no stand-ins: set ${missing.join(' and ')} to the real ` +
          `${missing.length > 1 ? 'services' : 'service'}.`,
      );
    }
  }
  return {
    port,
    address: `http://localhost:${port}`,
    metricsPort,
    host: env.HOST || '127.0.0.1',
    dataDir: resolve(env.DAYBOOK_DATA || '.daybook'),
    databaseUrl,
    eventStoreUrl,
    stripe: stripeOf(env),
  };
}

function stripeOf(env: NodeJS.ProcessEnv): ProgramSettings['stripe'] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = env;
  if (Boolean(key) !== Boolean(secret)) {
    throw new StartFailure(
      `${key ? 'STRIPE_WEBHOOK_SECRET' : 'STRIPE_SECRET_KEY'} is missing: set it as well, or neither of Stripe's two.`,
    );
  }
  if (key) return 'keys';
  return env.NODE_ENV === 'production' ? 'none' : 'stand-in';
}

function readPort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65535) {
    throw new StartFailure(
      `${name} is '${text}', but a port is a number from 1 to 65535: try '${name}=3001 npm start'.`,
    );
  }
  return port;
}

function checkDatabaseUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The message doesn't repeat the URL, which holds a password.
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '' || url.pathname.length < 2) {
    throw new StartFailure(
      'DATABASE_URL is no address of a Postgres database: write it as postgres://user:password@host:5432/daybook.',
    );
  }
}

function checkEventStoreUrl(url: string): void {
  eventStoreHosts(url);
  for (const [, name, path = ''] of url.matchAll(/[?&](tlsCAFile|userCertFile|userKeyFile)=([^&]*)/gi)) {
    const file = resolve(decodeURIComponent(path));
    if (!existsSync(file)) throw new StartFailure(`EVENTSTORE_URL names a file that is not there: ${name} is ${file}.`);
  }
}

/**
 * Gives the hosts and ports of an event store's URL; the default port is 2113. Throws a `StartFailure` for an invalid
 * URL.
 */
export function eventStoreHosts(url: string): { host: string; port: number }[] {
  const [, list] = /^(?:esdb|kurrentdb)(?:\+discover)?:\/\/(?:[^@/?]*@)?([^@/?]+)\/?(?:\?.*)?$/.exec(url) ?? [];
  const hosts = list?.split(',').map((text) => /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text));
  if (!hosts?.every((match) => match !== null)) {
    throw new StartFailure(
      'EVENTSTORE_URL is no address of an event store: write it as esdb://host:2113?tls=false, ' +
        'or esdb+discover://host:2113 for a cluster.',
    );
  }
  return hosts.map(([, host = '', port]) => ({ host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? 2113) }));
}
