import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, expectOk } from '../support/caller.ts';
import { openProxy, type TcpProxy } from '../support/proxy.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  await server.worker.stop();
});
afterAll(() => server.close());

const epoch = async (): Promise<number> =>
  (await server.services.database.query('SELECT epoch FROM projection_worker.lease')).rows[0].epoch;

const portOf = (url: string): number => Number(/:(\d+)(?=[/?]|$)/.exec(url)?.[1]);
const through = (proxy: TcpProxy, url: string): string => url.replace(/:\d+(?=[/?]|$)/, `:${proxy.port}`);

/** Records expenses one after another until `stopped` aborts; gives the number of acknowledged ones. */
async function recordExpenses(user: Caller, stopped: AbortSignal): Promise<number> {
  for (let count = 0; ; count += 1) {
    if (stopped.aborted) return count;
    await expectOk(user.post('/transaction/create-expense', { title: `${count}`, amount: 1, wallet: 'Bank' }));
  }
}

test.each(['killed', 'frozen', 'cut off from Postgres', 'cut off from the event store'] as const)(
  'the standby takes over from a leader that is %s, which writes nothing more',
  async (fate) => {
    const { databaseUrl, eventStoreUrl } = server;
    const isFromEventStore = fate === 'cut off from the event store';
    const proxy = await openProxy(portOf(isFromEventStore ? eventStoreUrl : databaseUrl));
    const leader = await (isFromEventStore
      ? startWorkerProcess(databaseUrl, through(proxy, eventStoreUrl))
      : startWorkerProcess(through(proxy, databaseUrl), eventStoreUrl));
    const standby = await startWorkerProcess(databaseUrl, eventStoreUrl);
    try {
      expect([leader.role, standby.role]).toEqual(['leading', 'standby']);
      const user = await server.newUser();
      const load = new AbortController();
      const entered = recordExpenses(user, load.signal);
      const revision = async () =>
        (
          await server.services.database.query('SELECT revision FROM projections.ledgers WHERE ledger_id = $1', [
            user.userId,
          ])
        ).rows[0]?.revision ?? -1;
      await settled(revision, (reached) => reached > 5);

      const before = await epoch();
      const since = performance.now();
      if (fate === 'killed') leader.signal('SIGKILL');
      else if (fate === 'frozen') leader.signal('SIGSTOP');
      else proxy.deaden();
      await settled(epoch, (now) => now > before);
      const reached = await revision();
      await settled(revision, (now) => now > reached);
      console.info(`A leader that was ${fate} was followed after ${Math.round(performance.now() - since)} ms.`);

      const following = await epoch();
      if (fate === 'frozen') leader.signal('SIGCONT');
      else proxy.mend();
      proxy.cut();
      const later = await revision();
      await settled(revision, (now) => now > later + 5);
      load.abort();
      const count = await entered;
      expect(await epoch()).toBe(following);
      const { transactionCount, currentBalance } = await user.user();
      expect([transactionCount, currentBalance]).toEqual([count, -count]);
    } finally {
      leader.signal('SIGCONT');
      await leader.end();
      await standby.end();
      await proxy.close();
    }
  },
);

test('the leader keeps the lease when no worker can reach the event store', async () => {
  const proxy = await openProxy(portOf(server.eventStoreUrl));
  const wired = through(proxy, server.eventStoreUrl);
  const leader = await startWorkerProcess(server.databaseUrl, wired);
  const standby = await startWorkerProcess(server.databaseUrl, wired);
  try {
    const before = await epoch();
    proxy.deaden();
    await pause(3_000);
    expect(await epoch()).toBe(before);
    proxy.mend();
    proxy.cut();
    const user = await server.newUser();
    await expectOk(user.post('/transaction/create-expense', { title: 'After', amount: 1, wallet: 'Bank' }));
    expect((await user.user()).currentBalance).toBe(-1);
  } finally {
    await leader.end();
    await standby.end();
    await proxy.close();
  }
});
