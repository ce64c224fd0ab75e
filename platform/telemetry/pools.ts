import type pg from 'pg';
import { areMetricsOn, countMetric, observe, readAtScrape, secondsSince } from './metrics.ts';

/** SQLSTATE classes of Postgres' own failures: its connections, resources, operators and system. */
const FAILURES = /^(08|53|57P|58|XX)/;

/** Measures the connections and statements of a pool of at most `max` connections, if metrics are on. */
export function watchPool(name: string, pool: pg.Pool, max: number): void {
  if (!areMetricsOn()) return;
  const labels = { pool: name };
  readAtScrape(() => [
    ['daybook_postgres_connections', pool.totalCount - pool.idleCount, { ...labels, state: 'busy' }],
    ['daybook_postgres_connections', pool.idleCount, { ...labels, state: 'idle' }],
    ['daybook_postgres_connections_max', max, labels],
    ['daybook_postgres_waiting', pool.waitingCount, labels],
  ]);
  pool.on('connect', (client) => measureStatements(client, labels));
}

/** Measures the statements of a connection. Those that are streams or cursors are left out: they wait for a client. */
function measureStatements(client: pg.ClientBase, labels: { pool: string }): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const measured = (...args: unknown[]) => {
    const beginMs = performance.now();
    const ended = (error?: unknown) => {
      observe('daybook_postgres_statement_duration_seconds', secondsSince(beginMs), labels);
      if (error && isFailure(error)) countMetric('daybook_postgres_failures_total', labels);
    };
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const told = (error: unknown, result: unknown) => {
        ended(error);
        callback(error, result);
      };
      return query(...args.slice(0, -1), told);
    }
    const result = query(...args);
    if (result instanceof Promise) result.then(() => ended(), ended);
    return result;
  };
  client.query = measured as pg.ClientBase['query'];
}

/** Whether Postgres could not carry out a statement: it is away, and gives no SQLSTATE, or it says so. */
function isFailure(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || FAILURES.test(code);
}
