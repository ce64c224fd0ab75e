import { openEventLog } from '#event-log/event-log.ts';
import { requireAnswer } from '#event-log/require-answer.ts';
import { endProgram } from '#platform/end-program.ts';
import { openLogFile } from '#platform/log.ts';
import { openClient } from '#platform/postgres.ts';
import { storeUrls } from '#platform/settings.ts';
import { isLed } from '#projections/lease/lease.ts';
import { migrateTables } from '#projections/tables/migrate-tables.ts';
import { readAuditLine } from '#tools/command-lines/audit.ts';
import { audit } from './audit.ts';
import { reportJson, reportText } from './report.ts';

// `npm run audit`, beside a running Daybook. A failure to audit has another exit code than a difference.
await endProgram(
  await run().catch((error: unknown) => {
    console.error(`The books could not be audited: ${reasonOf(error)}`);
    return 2;
  }),
);

async function run(): Promise<number> {
  const { values } = readAuditLine();
  const { databaseUrl, eventStoreUrl } = storeUrls(process.env);
  const database = await openClient(databaseUrl);
  const log = openEventLog(eventStoreUrl);
  try {
    await requireAnswer(log);
    // A worker that leads may be of an older version, and needs the tables as they are.
    if (!(await isLed(database))) await migrateTables(databaseUrl, openLogFile('audit'));
    await database.query('SET default_transaction_read_only = on');
    const report = await audit({ database, log, ledgerId: values.ledger ?? values.user });
    console.log(values.json ? reportJson(report) : reportText(report));
    return report.found === 0 ? 0 : 1;
  } finally {
    await log.close();
    await database.end();
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isMissing = ['42703', '42P01'].includes(String((error as { code?: unknown }).code)); // A column or a table.
  return isMissing ? `the Daybook that runs is of another version than this audit (${error.message}).` : error.message;
}
