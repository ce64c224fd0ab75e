import { readCommandLine, refuse } from '#tools/command-lines/read.ts';
import { openBenchServer } from './harness/bench-server.ts';
import { interleaved, ROUNDS_MIN } from './harness/rounds.ts';
import { budgetMonths } from './measures/budget.ts';
import { bulkLarge } from './measures/bulk.ts';
import { catchUp } from './measures/catch-up.ts';
import { crud } from './measures/crud.ts';
import { eventStore } from './measures/event-store.ts';
import { flat } from './measures/flat.ts';
import { importFile } from './measures/imports.ts';
import { knownBefore } from './measures/known.ts';
import { largeLedgers } from './measures/large-ledger.ts';
import { logins } from './measures/logins.ts';
import { middleware } from './measures/middleware.ts';
import { oneHotUser } from './measures/one-user.ts';
import { besidePeers } from './measures/peers.ts';
import { readsDuringReplay } from './measures/replay.ts';
import { reports } from './measures/reports.ts';
import { rulesRun } from './measures/rules.ts';
import { searches } from './measures/search.ts';
import { measureTitlesOfPast } from './measures/titles.ts';
import { twoOfEach } from './measures/two-of-each.ts';
import { undoLarge } from './measures/undo.ts';
import { writeToVisible } from './measures/visible.ts';
import { head, tableLine } from './table.ts';

const USAGE = `Measures Daybook against references, both in one run and in turn, and prints the ratios.

  GROUPS       all of them but peers where none is named: crud, ledgers, flat, known, search, titles, budget,
               reports, catch-up, visible, undo, bulk, rules, import, hot-user, middleware, logins, replay, two,
               eventstore, peers
  --rounds N   how many rounds each ratio is the median of, 9 at least, and where it is left out
  --help       this

Where EVENTSTORE_URL names another event store, eventstore measures that one beside ours. For peers npm installs
Actual's server library into a folder of its own. The quartiles are the spread.
The machine should have nothing else to do. Exit code: 0 done, 2 the command was not understood.`;

const GROUPS = {
  crud,
  ledgers: largeLedgers,
  flat,
  known: knownBefore,
  search: searches,
  titles: measureTitlesOfPast,
  budget: budgetMonths,
  reports,
  'catch-up': catchUp,
  visible: writeToVisible,
  undo: undoLarge,
  bulk: bulkLarge,
  rules: rulesRun,
  import: importFile,
  'hot-user': oneHotUser,
  middleware,
  logins,
  replay: readsDuringReplay,
  two: twoOfEach,
  eventstore: eventStore,
  peers: besidePeers,
};

const { values, positionals } = readCommandLine(
  USAGE,
  { rounds: { type: 'string', default: String(ROUNDS_MIN) } },
  Number.POSITIVE_INFINITY,
);
const names = positionals.length > 0 ? positionals : Object.keys(GROUPS).filter((name) => name !== 'peers');
const rounds = Number(values.rounds);
const unknown = names.filter((name) => !Object.hasOwn(GROUPS, name));
if (unknown.length > 0) refuse(`There is no group '${unknown.join("', '")}'`);
if (!(rounds >= ROUNDS_MIN)) refuse(`--rounds ${values.rounds} is no number from ${ROUNDS_MIN} on`);

const server = await openBenchServer();
try {
  console.log(head());
  for (const name of names) {
    for (const measure of await GROUPS[name as keyof typeof GROUPS](server)) {
      try {
        console.log(tableLine(measure, await interleaved(measure.pair, measure.rounds ?? rounds)));
        if (measure.note) console.log(`  ${measure.note()}`);
      } finally {
        await measure.close?.();
      }
    }
  }
} finally {
  await server.close();
}
