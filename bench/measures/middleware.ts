import { BASE_PATH } from '../../contract/addresses.ts';
import { type BenchServer, headersOf, referenceIn } from '../harness/bench-server.ts';
import { load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';

const CLIENTS = 16;
const MS = 1_500;

/** A trivial authenticated GET through the whole middleware against bare Koa, and against bare Koa that knows who asks. */
export async function middleware(server: BenchServer): Promise<Measure[]> {
  const user = await server.newUser();
  const reference = await referenceIn(server, 'bare');
  const ours = async () =>
    (
      await load(server.origin, CLIENTS, MS, () => ({
        method: 'GET',
        path: `${BASE_PATH}/goals/get-goals`,
        headers: headersOf(user),
      }))
    ).perSecond;
  const bare = (path: string) => async () =>
    (await load(reference.origin, CLIENTS, MS, () => ({ method: 'GET', path, headers: { Cookie: 'session=token' } })))
      .perSecond;
  return [
    { name: 'authenticated GET ÷ bare Koa', unit: '/s', goal: { least: 0.7 }, pair: { ours, reference: bare('/') } },
    {
      name: 'the same ÷ bare Koa with a session in Postgres',
      unit: '/s',
      goal: { least: 0.7 },
      pair: { ours, reference: bare('/who') },
      close: reference.stop,
    },
  ];
}
