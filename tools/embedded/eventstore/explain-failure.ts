import { PostgresFailure } from '../postgres/failure.ts';
import { NewerSchema } from './storage/schema.ts';
import { LockTaken } from './storage/writer-connection.ts';

/** The settings that the messages name. */
export type StartSettings = {
  readonly port: number;
  /** The given database; undefined if the event store starts its own Postgres. */
  readonly databaseUrl: string | undefined;
};

/** The host and name of a database, without user and password. */
function addressOf(databaseUrl: string): string {
  try {
    const { host, pathname } = new URL(databaseUrl);
    return `${host}${pathname}`;
  } catch {
    return databaseUrl;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Connecting to a host with several addresses fails with one error for each. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Explains why the event store couldn't start, in one sentence with what to do. */
export function explainFailure(error: unknown, { port, databaseUrl }: StartSettings): string {
  if (error instanceof PostgresFailure) return error.message;
  if (codeOf(error) === 'EADDRINUSE') {
    return `Port ${port} is taken: stop what listens there, or choose another port with --port.`;
  }
  if (codeOf(error) === 'EACCES') return `Port ${port} may not be used: choose one above 1023 with --port.`;
  if (error instanceof LockTaken) {
    return (
      'Another event store already writes to this database: stop it, or give this one another by ' +
      'EVENTSTORE_DATABASE_URL.'
    );
  }
  if (error instanceof NewerSchema) {
    return (
      `A newer version of the event store wrote this database (${error.message}): start that version, or restore a ` +
      'backup from before it.'
    );
  }
  if (databaseUrl !== undefined) {
    const reason = `${messageOf(error)}`;
    return (
      `The event store can't use the database ${addressOf(databaseUrl)} (${reason}): ` +
      'see that it runs and exists, or name another by EVENTSTORE_DATABASE_URL.'
    );
  }
  return `The event store could not start: ${messageOf(error)}.`;
}
