import { BASE_PATH } from '#contract/addresses.ts';
import { type BenchServer, headersOf, referenceIn } from '../harness/bench-server.ts';
import { load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';

const CLIENTS = 16;
const LOAD_MS = 1_500;

/** Measures a trivial authenticated GET against bare Koa, and against bare Koa with a session lookup. */
export async function middleware(server: BenchServer): Promise<Measure[]> {
  const user = await server.newUser();
  const reference = await referenceIn(server, 'bare');
  const ours = async () =>
    (
      await load(server.origin, CLIENTS, LOAD_MS, () => ({
        method: 'GET',
        path: `${BASE_PATH}/goals/get-goals`,
        headers: headersOf(user),
      }))
    ).perSecond;
  const bare = (path: string) => async () =>
    (
      await load(reference.origin, CLIENTS, LOAD_MS, () => ({
        method: 'GET',
        path,
        headers: { Cookie: 'session=token' },
      }))
    ).perSecond;
  return [
    { name: 'authenticated GET ÷ bare Koa', unit: '/s', goal: { least: 0.7 }, pair: { ours, reference: bare('/') } },
    {
      name: 'the same ÷ bare Koa with a session in Postgres',
      unit: '/s',
      goal: { least: 0.8 },
      pair: { ours, reference: bare('/who') },
      close: reference.stop,
    },
  ];
}
