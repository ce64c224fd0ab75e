import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LogUnavailable } from '#event-log/errors.ts';
import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import { endProgram } from '#platform/end-program.ts';
import { openLog } from '#platform/log.ts';
import { openClient } from '#platform/postgres.ts';
import { storeUrls } from '#platform/settings.ts';
import { isLed } from '#projections/lease/lease.ts';
import { migrateTables } from '#projections/tables/migrate-tables.ts';
import { audit } from './audit.ts';
import { reportJson, reportText } from './report.ts';

/** How long the event store may take to answer at first, and the pause between two attempts. */
const ANSWER_MS = 8_000;
const ANSWER_PAUSE_MS = 200;

const USAGE = `Folds every ledger from its events and compares it with what Postgres holds. Changes no rows.

  --ledger <id>  that ledger alone; --user <id> is the same, since a user's own ledger has the user's id
  --json         the report for a machine
  --help         this

It needs DATABASE_URL and EVENTSTORE_URL. Exit code: 0 nothing differs, 1 something does, 2 it could not be audited.`;

// `npm run audit`, beside a running Daybook. A failure to audit has another exit code than a difference.
await endProgram(
  await run(process.argv.slice(2)).catch((error: unknown) => {
    console.error(`The books could not be audited: ${reasonOf(error)}`);
    return 2;
  }),
);

async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      ledger: { type: 'string' },
      user: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const { databaseUrl, eventStoreUrl } = storeUrls(process.env);
  const database = await openClient(databaseUrl);
  const log = openEventLog(eventStoreUrl);
  try {
    await requireAnswer(log);
    // A worker that leads may be of an older version, and needs the tables as they are.
    if (!(await isLed(database))) await migrateTables(databaseUrl, openLog('audit'));
    await database.query('SET default_transaction_read_only = on');
    const report = await audit({ database, log, ledgerId: values.ledger ?? values.user });
    console.log(values.json ? reportJson(report) : reportText(report));
    return report.found === 0 ? 0 : 1;
  } finally {
    await log.close();
    await database.end();
  }
}

/** Throws where the event store does not answer for some seconds: reads would be tried again for long. */
async function requireAnswer(log: EventLog): Promise<void> {
  const until = performance.now() + ANSWER_MS;
  for (;;) {
    try {
      await log.end();
      return;
    } catch (error) {
      if (!(error instanceof LogUnavailable) || performance.now() > until) throw error;
      await setTimeout(ANSWER_PAUSE_MS);
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isMissing = ['42703', '42P01'].includes(String((error as { code?: unknown }).code)); // A column or a table.
  return isMissing ? `the Daybook that runs is of another version than this audit (${error.message}).` : error.message;
}
