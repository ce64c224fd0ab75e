import { readCommandLine } from './read.ts';

const USAGE = `Folds every ledger from its events and compares it with what Postgres holds. Changes no rows.

  --ledger <id>  that ledger alone; --user <id> is the same, since a user's own ledger has the user's id
  --json         the report for a machine
  --help         this

It takes the services of npm start, or those of DATABASE_URL and EVENTSTORE_URL.
Exit code: 0 nothing differs, 1 something does, 2 it could not be audited.`;

/** Reads the command line of an audit. */
export const readAuditLine = () =>
  readCommandLine(USAGE, { ledger: { type: 'string' }, user: { type: 'string' }, json: { type: 'boolean' } });
