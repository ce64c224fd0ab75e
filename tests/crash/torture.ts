import { parseArgs } from 'node:util';
import { torture } from './torture/torture.ts';

const USAGE = `Records transactions on a new Daybook while its processes are killed, frozen, disconnected and slowed down, and then
checks all ledgers.

  npm run torture [-- --minutes 30] [--seed N] [--people 12]

The seed is printed; the same seed gives the same requests and faults in the same order. Exit code 1 when a check fails.`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    people: { type: 'string', default: '12' },
    help: { type: 'boolean' },
  },
});
const [minutes, seed, people] = [values.minutes, values.seed, values.people].map(Number) as [number, number, number];
if (values.help || !(minutes > 0) || !Number.isInteger(seed) || !(people > 0)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

console.log(`seed ${seed}, ${minutes} minutes, ${people} people`);
const begin = performance.now();
const print = (line: string) =>
  console.log(`${((performance.now() - begin) / 1_000).toFixed(1).padStart(8)} s  ${line}`);
const { done, refused, unknown, wrong } = await torture({ seed, ms: minutes * 60_000, people, pauseMs: 0, print });
console.log(`${done} commands done, ${refused} refused, ${unknown} without an answer`);
for (const line of wrong) console.log(`WRONG: ${line}`);
console.log(wrong.length === 0 ? 'Every ledger is correct.' : `${wrong.length} errors (seed ${seed}).`);
process.exit(wrong.length === 0 ? 0 : 1);
