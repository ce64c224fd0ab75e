import { type Postgres, startPostgres } from '../postgres/start.ts';
import { type CommandLine, parseCommandLine, USAGE } from './command-line.ts';
import { explainFailure } from './explain.ts';
import { type RunningEventStore, startEventStore } from './server.ts';

const DATABASE = 'eventstore';

/** What has been started, to be stopped in the other order. */
const running: { postgres?: Promise<Postgres>; store?: RunningEventStore } = {};
let isStopping = false;

async function stopAll(): Promise<void> {
  await running.store?.stop();
  const postgres = await running.postgres?.catch(() => undefined);
  await postgres?.stop();
}

async function leave(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await stopAll();
  process.exit(exitCode);
}

function lost(reason: Error): void {
  if (isStopping) return;
  console.error(`The event store has lost its database (${reason.message}): start it again when Postgres runs.`);
  void leave(1);
}

async function databaseOf({ databaseUrl, data }: CommandLine): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl;
  running.postgres = startPostgres({ dataDir: data });
  const postgres = await running.postgres;
  await postgres.createDatabase(DATABASE);
  return postgres.url(DATABASE);
}

async function run(options: CommandLine): Promise<void> {
  process.on('SIGTERM', () => void leave(0));
  process.on('SIGINT', () => void leave(0));
  process.on('disconnect', () => void leave(0));
  try {
    const databaseUrl = await databaseOf(options);
    running.store = await startEventStore({
      databaseUrl,
      port: options.port,
      log: (line) => console.error(line),
      lost,
    });
  } catch (error) {
    if (isStopping) return;
    console.error(explainFailure(error, options));
    await leave(1);
    return;
  }
  const { url } = running.store;
  console.log(`Event store is ready at ${url}`);
  process.send?.({ type: 'ready', url });
}

try {
  const options = parseCommandLine(process.argv.slice(2));
  if (options.help) console.log(USAGE);
  else await run(options);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exitCode = 1;
}
