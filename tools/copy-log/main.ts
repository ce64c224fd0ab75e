import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import { requireAnswer } from '#event-log/require-answer.ts';
import { parseCopyCommandLine } from './command-line.ts';
import { copy } from './copy.ts';
import { throttled } from './progress.ts';
import { RawStore } from './raw-store/raw-store.ts';
import { verifyCopy } from './verify.ts';

// `npm run copy-log -- --from URL --to URL`: copies one event store to another. The exit code is 0 only when both hold
// the same visible events afterwards.

const DIFFERENCES_SHOWN_MAX = 20;
const count = (number: number) => number.toLocaleString('en-US');

// A closed gRPC client would keep the process alive for a while.
process.exit(await run());

async function run(): Promise<number> {
  const options = parseCopyCommandLine();
  let stores: { source: RawStore; destination: RawStore } | undefined;
  try {
    await requireStore('source', options.from);
    await requireStore('destination', options.to);
    stores = { source: new RawStore(options.from), destination: new RawStore(options.to) };
    return await copyAndVerify(stores.source, stores.destination);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error('The copy is not complete. Run the same command again to resume.');
    return 1;
  } finally {
    await stores?.source.close();
    await stores?.destination.close();
  }
}

/** Throws where a store does not answer: the copy itself waits for one much longer. */
async function requireStore(end: 'source' | 'destination', url: string): Promise<void> {
  let log: EventLog | null = null;
  try {
    log = openEventLog(url);
    await requireAnswer(log);
  } catch (error) {
    throw new Error(`The ${end} can't be used: ${error instanceof Error ? error.message : error}`, { cause: error });
  } finally {
    await log?.close();
  }
}

async function copyAndVerify(source: RawStore, destination: RawStore): Promise<number> {
  const report = throttled(console.log);
  const { read, alreadyThere, skipped, written, streams } = await copy(source, destination, ({ read, written }) =>
    report(() => `${count(read)} events read, ${count(written.events)} copied ...`),
  );
  console.log(
    `${count(read)} events read: ${count(written.events)} copied, ${count(alreadyThere)} were there already.`,
  );
  console.log(`${count(skipped)} skipped: system streams ($...) and the log's id (daybook-log).`);
  if (written.placeholders > 0) {
    console.log(`${count(written.placeholders)} hidden placeholders for events scavenged at the source.`);
  }
  const verified = await verifyCopy(source, destination, streams, (done) =>
    report(() => `${count(done)} of ${count(streams.size)} streams compared ...`),
  );
  for (const end of ['source', 'destination'] as const) {
    const total = verified[end];
    console.log(`${end}: ${count(total.events)} visible events, sha256 ${total.hex()}`);
  }
  const { differences } = verified;
  for (const difference of differences.slice(0, DIFFERENCES_SHOWN_MAX))
    console.error(`Different: ${difference.message}`);
  if (differences.length > DIFFERENCES_SHOWN_MAX)
    console.error(`... and ${count(differences.length - DIFFERENCES_SHOWN_MAX)} more`);
  console.log(differences.length === 0 ? 'The copy is complete.' : 'The copy is not the same.');
  return differences.length === 0 ? 0 : 1;
}
