import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Caller } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await openTestServer();
  user = await server.newUser();
});
afterAll(() => server.close());

/** The input of calls beside the moment. */
const MORE: Readonly<Record<string, string>> = { explain: 'figure=balance&', exportLedger: '' };
const ZONES = ['Pacific/Kiritimati', 'Etc/GMT+12'];
const YEARS = ['0000', '0001', '0050', '0099', '0100', '0999', '1000', '1899', '1900', '1901', '1969', '2199', '9999'];
const MOMENTS = YEARS.flatMap((year) => [
  `${year}-01-01T00:00:00Z`,
  `${year}-06-01T12:00:00Z`,
  `${year}-12-31T23:59:59Z`,
]);

const asking = Object.entries(calls).flatMap(([name, call]) =>
  'query' in call && call.query && 'known' in call.query.shape ? [[name, call.path] as const] : [],
);

test.each(asking)('%s answers as of any year, or says that it is none', async (name, path) => {
  for (const moment of MOMENTS) {
    for (const zone of ZONES) {
      const { status } = await user.get(`${path}?${MORE[name] ?? ''}known=${moment}`, { 'Time-Zone': zone });
      const expected = moment < '1900' ? [422] : [200, 402, 403, 404, 422];
      expect(expected, `${moment} in ${zone}: ${status}`).toContain(status);
    }
  }
});
