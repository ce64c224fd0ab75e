import { randomUUID } from 'node:crypto';
import { BASE_PATH } from '#contract/addresses.ts';
import type { Caller } from '#tests/support/caller.ts';
import { type BenchServer, headersOf } from '../harness/bench-server.ts';
import { load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';

const USERS = 1_000;
const CLIENTS = 16;
const LOAD_MS = 1_500;

/** Measures concurrent commands of one user against the commands of a thousand users. */
export async function oneHotUser(server: BenchServer): Promise<Measure[]> {
  const users: Caller[] = [];
  while (users.length < USERS) users.push(...(await Promise.all(Array.from({ length: 10 }, () => server.newUser()))));
  const hot = await server.newUser();
  let turn = 0;
  const side = (next: () => Caller) => async () => {
    const { perSecond } = await load(server.origin, CLIENTS, LOAD_MS, () => ({
      method: 'POST',
      path: `${BASE_PATH}/transaction/create-expense`,
      headers: headersOf(next()),
      body: JSON.stringify({ title: randomUUID(), amount: 1, wallet: 'Bank', date: '2026-11-20' }),
    }));
    return perSecond;
  };
  return [
    {
      name: 'commands/s of one user ÷ of a thousand',
      unit: '/s',
      goal: { least: 0.5 },
      pair: { ours: side(() => hot), reference: side(() => users[turn++ % USERS] as Caller) },
    },
  ];
}
