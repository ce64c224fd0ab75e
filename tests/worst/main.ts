import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openLimits } from '#api/limits/limits.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { readCommandLine } from '#tools/command-lines/read.ts';
import startPostgresForAll from '../support/postgres-for-all.ts';
import { openTestServer } from '../support/test-server.ts';
import { ASKS } from './asks.ts';
import { buildWorst } from './build.ts';
import { SLOW_CALLS } from './slow-calls.ts';

const USAGE = `Asks each call of a ledger at every limit at once, and prints for how long it held the main thread.

  CALLS    these calls instead, such as getBudget
  --help   this

A call above 50 ms has to be in tests/worst/slow-calls.ts, which may only get shorter.
Exit code: 0 none is new, 1 one is or a row is answered otherwise than it says, 2 the command was not understood.`;

/** For longer nobody else should have to wait. */
const HELD_MS_MAX = 50;
const RESOLUTION_MS = 2;
const SAMPLES = 3;
const NANOSECONDS_IN_MS = 1e6;

const wanted = readCommandLine(USAGE, {}, Number.POSITIVE_INFINITY).positionals;
const stopPostgres = await startPostgresForAll();
const server = await openTestServer({ premium: 'everyone' });
Object.assign(server.services.limits, openLimits(server.database, 1_000_000));
const user = await server.newUser();
const worst = await buildWorst(user, (text) => console.log(`Making ${text}`));

/** For how long a call held the main thread, in milliseconds, and its answer. */
type Sample = { ms: number; status: number; title: string };

/** The longest time for which the main thread ran without a pause while a call was answered. */
async function heldBy(name: CallName, input: Record<string, unknown>): Promise<Sample> {
  const { method, path } = calls[name];
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
  const { status, problem } = method === 'GET' ? await user.get(`${path}?${query}`) : await user.post(path, input);
  delay.disable();
  return { ms: delay.max / NANOSECONDS_IN_MS, status, title: status < 400 ? '' : problem.title };
}

const found: { name: CallName; ms: number }[] = [];
const refused: string[] = [];
for (const [name, row] of Object.entries(ASKS) as [CallName, (typeof ASKS)[CallName]][]) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (typeof row === 'string') {
    console.log(`${name.padEnd(24)} left out: ${row}`);
    continue;
  }
  for (const one of [row].flat()) {
    const { input, status } = typeof one === 'function' ? { input: one, status: 200 } : one;
    // A collection of garbage can fall into one of them. A command that is sent again can find nothing left to do.
    const samples = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) samples.push(await heldBy(name, input(worst)));
    const [first] = samples;
    if (first?.status !== status) refused.push(`${name} is ${first?.status}, not ${status}: ${first?.title}`);
    const ms = Math.min(...samples.filter((sample) => sample.status === first?.status).map((sample) => sample.ms));
    found.push({ name, ms });
    console.log(`${name.padEnd(24)} ${ms.toFixed(0).padStart(6)} ms  ${first?.status}`);
  }
}
await server.close();
await stopPostgres();

const slow = found.filter(({ ms }) => ms > HELD_MS_MAX).map(({ name }) => name);
const fresh = slow.filter((name) => !SLOW_CALLS.includes(name));
const mended = SLOW_CALLS.filter((name) => !slow.includes(name) && found.some((each) => each.name === name));
if (mended.length > 0) console.log(`No longer above ${HELD_MS_MAX} ms, to be taken off the list: ${mended.join(', ')}`);
for (const name of fresh) console.log(`NEW above ${HELD_MS_MAX} ms: ${name}`);
for (const row of refused) console.log(`WRONG row, which measures nothing: ${row}`);
process.exit(fresh.length + refused.length > 0 ? 1 : 0);
