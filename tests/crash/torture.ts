import { readCommandLine, refuse } from '#tools/command-lines/read.ts';
import { torture } from './torture/torture.ts';

const USAGE = `Records transactions on a new Daybook while its processes are killed, frozen, disconnected and slowed
down, and then checks all ledgers.

  --minutes N   how long, 5 where it is left out
  --seed N      the seed of the requests and faults; it is printed, and the same seed gives the same ones in order
  --people N    how many users record, 12 where it is left out
  --help        this

Exit code: 0 every ledger is correct, 1 one is not, 2 the command was not understood.`;

const { values } = readCommandLine(USAGE, {
  minutes: { type: 'string', default: '5' },
  seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  people: { type: 'string', default: '12' },
});
const [minutes, seed, people] = [values.minutes, values.seed, values.people].map(Number) as [number, number, number];
if (!(minutes > 0)) refuse(`--minutes ${values.minutes} is no number above 0`);
if (!Number.isInteger(seed)) refuse(`--seed ${values.seed} is no whole number`);
if (!(people > 0)) refuse(`--people ${values.people} is no number above 0`);

console.log(`seed ${seed}, ${minutes} minutes, ${people} people`);
const begin = performance.now();
const print = (line: string) =>
  console.log(`${((performance.now() - begin) / 1_000).toFixed(1).padStart(8)} s  ${line}`);
const { done, refused, unknown, wrong } = await torture({ seed, ms: minutes * 60_000, people, pauseMs: 0, print });
console.log(`${done} commands done, ${refused} refused, ${unknown} without an answer`);
for (const line of wrong) console.log(`WRONG: ${line}`);
console.log(wrong.length === 0 ? 'Every ledger is correct.' : `${wrong.length} errors (seed ${seed}).`);
process.exit(wrong.length === 0 ? 0 : 1);
