import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { type Postgres, startPostgres } from '../postgres/start.ts';
import { type CommandLine, parseCommandLine, USAGE } from './command-line.ts';
import { explainFailure } from './explain-failure.ts';
import type { Tls } from './grpc/grpc-server.ts';
import { type RunningEventStore, startEventStore } from './server.ts';
import { startTraces } from './traces.ts';

const DATABASE = 'eventstore';

/** The running services; they are stopped in reverse order. */
const running: {
  postgres?: Promise<Postgres>;
  store?: RunningEventStore;
  traces?: Awaited<ReturnType<typeof startTraces>>;
} = {};
let isStopping = false;

async function stopAll(): Promise<void> {
  await running.store?.stop();
  await running.traces?.stop();
  const postgres = await running.postgres?.catch(() => undefined);
  await postgres?.stop();
}

async function stopAndExit(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await stopAll();
  process.exit(exitCode);
}

function onLostDatabase(reason: Error): void {
  if (isStopping) return;
  console.error(`The event store has lost its database (${reason.message}): start it again when Postgres runs.`);
  void stopAndExit(1);
}

async function databaseOf({ databaseUrl, data }: CommandLine): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl;
  running.postgres = startPostgres({
    dataDir: data,
    settings: { dataDir: '--data', databaseUrl: 'EVENTSTORE_DATABASE_URL' },
  });
  const postgres = await running.postgres;
  return await postgres.database(DATABASE);
}

/** Reads the certificate and its key. Throws an Error for the user where they can't be read or don't match. */
async function readTls(files: CommandLine['tls']): Promise<Tls | undefined> {
  if (!files) return undefined;
  try {
    const tls = { cert: await readFile(files.cert), key: await readFile(files.key) };
    createSecureContext(tls);
    return tls;
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`--tls-cert and --tls-key have to name a certificate and its key as PEM (${reason}).`);
  }
}

async function run(options: CommandLine): Promise<void> {
  const tls = await readTls(options.tls);
  process.on('SIGTERM', () => void stopAndExit(0));
  process.on('SIGINT', () => void stopAndExit(0));
  process.on('message', (message) => {
    if ((message as { type?: unknown } | null)?.type === 'ping') process.send?.({ type: 'pong' });
  });
  process.on('disconnect', () => void stopAndExit(0));
  try {
    running.traces = await startTraces(process.env);
    const databaseUrl = await databaseOf(options);
    running.store = await startEventStore({
      databaseUrl,
      port: options.port,
      browserPort: options.port === 0 ? 0 : options.port + 1,
      ...(tls && { tls }),
      ...(options.users && { users: options.users }),
      ...(running.traces && { appended: running.traces.trace }),
      log: (line) => console.error(line),
      lost: onLostDatabase,
    });
  } catch (error) {
    if (isStopping) return;
    const message = explainFailure(error, options);
    console.error(message);
    process.send?.({ type: 'failed', message });
    await stopAndExit(1);
    return;
  }
  const { url, pagesUrl } = running.store;
  console.log(`Event store is ready at ${url}`);
  // A parent writes the output to a log, where the key in this URL must not be: it gets the URL in the message.
  if (pagesUrl !== undefined && !process.send) console.log(`Its pages are at ${pagesUrl}`);
  process.send?.({ type: 'ready', url, pagesUrl });
}

const options = readOptions();
if (options.help) console.log(USAGE);
else {
  await run(options).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

/** The options of the command line. Says what is wrong with them in one sentence, and ends the program. */
function readOptions(): CommandLine {
  try {
    return parseCommandLine(process.argv.slice(2), process.env);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [, option] = /'(-[^' ]*)/.exec(message) ?? [];
    console.error(
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? `There is no option '${option}': --help says what it takes.` : message,
    );
    return process.exit(2);
  }
}
