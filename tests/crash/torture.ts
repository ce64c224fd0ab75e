import { parseArgs } from 'node:util';
import { torture } from './torture/torture.ts';

const USAGE = `Keeps books on a Daybook of its own while its processes are killed, frozen, cut off and slowed down, and judges what is left.

  npm run torture [-- --minutes 30] [--seed N] [--people 12]

The seed is printed; the same one gives the same wishes and faults in the same order. Exit code 1 where anything is wrong.`;

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
const say = (line: string) => console.log(`${((performance.now() - begin) / 1_000).toFixed(1).padStart(8)} s  ${line}`);
const { done, refused, unknown, wrong } = await torture({ seed, ms: minutes * 60_000, people, say });
console.log(`${done} commands done, ${refused} refused, ${unknown} without an answer`);
for (const line of wrong) console.log(`WRONG: ${line}`);
console.log(wrong.length === 0 ? 'Every book is right.' : `${wrong.length} things are wrong (seed ${seed}).`);
process.exit(wrong.length === 0 ? 0 : 1);
