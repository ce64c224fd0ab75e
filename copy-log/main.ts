import { parseCommandLine, USAGE } from './command-line.ts';
import { copy } from './copy.ts';
import { everyNowAndThen } from './progress.ts';
import { RawStore } from './raw-store/raw-store.ts';
import { verify } from './verify.ts';

// `npm run copy-log -- --from URL --to URL`: moves from one event store to another. Its exit code is 0 only where the
// two show the same afterwards.

/** How many differences are told one by one. */
const DIFFERENCES_SHOWN_MAX = 20;
const count = (number: number) => number.toLocaleString('en-US');

// A client that was given up lingers for a while.
process.exit(await run(process.argv.slice(2)));

async function run(args: string[]): Promise<number> {
  let stores: { source: RawStore; destination: RawStore } | undefined;
  try {
    const options = parseCommandLine(args);
    if (options === 'help') {
      console.log(USAGE);
      return 0;
    }
    stores = { source: new RawStore(options.from), destination: new RawStore(options.to) };
    return await copyAndVerify(stores.source, stores.destination);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error('The copy is not complete. The same command goes on where it stopped.');
    return 1;
  } finally {
    await stores?.source.close();
    await stores?.destination.close();
  }
}

async function copyAndVerify(source: RawStore, destination: RawStore): Promise<number> {
  const say = everyNowAndThen(console.log);
  const { read, there, leftOut, written, streams } = await copy(source, destination, ({ read, written }) =>
    say(() => `${count(read)} events read, ${count(written.events)} copied ...`),
  );
  console.log(`${count(read)} events read: ${count(written.events)} copied, ${count(there)} were there already.`);
  console.log(`${count(leftOut)} left out: the event store's own ($...) and the name of the log (daybook-log).`);
  if (written.placeholders > 0) {
    console.log(`${count(written.placeholders)} placeholders, hidden, for what was scavenged at the source.`);
  }
  const verified = await verify(source, destination, streams, (done) =>
    say(() => `${count(done)} of ${count(streams.size)} streams compared ...`),
  );
  for (const end of ['source', 'destination'] as const) {
    const total = verified[end];
    console.log(`${end}: ${count(total.events)} events in sight, sha256 ${total.hex()}`);
  }
  const { differences } = verified;
  for (const difference of differences.slice(0, DIFFERENCES_SHOWN_MAX))
    console.error(`Different: ${difference.message}`);
  if (differences.length > DIFFERENCES_SHOWN_MAX)
    console.error(`... and ${count(differences.length - DIFFERENCES_SHOWN_MAX)} more`);
  console.log(differences.length === 0 ? 'The copy is complete.' : 'The copy is not the same.');
  return differences.length === 0 ? 0 : 1;
}
