import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Explanation } from '#contract/explain-calls.ts';
import { encode } from '#ledger/log/codec.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { drawsOf, figuresOf, monthNear, randomCommand } from '../support/random-life.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const COMMANDS = 100;
const SEED = Number(process.env.SEED ?? 20_261_122);
const HOUR_MS = 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const explained = (user: Caller, query: string) => user.get<Explanation>(`/ledger/explain?${query}`);

/** Gives a user Premium, as a payment does. */
async function pay(user: Caller): Promise<void> {
  const metadata = { commandId: randomUUID(), inputHash: 'hash', recordedAt: '2024-01-01T08:00:00.000Z' };
  const event = encode({ type: 'PaymentConfirmed', data: { sessionId: 'cs_1' } }, metadata);
  await server.log.append(user.userId, -1n, [{ id: randomUUID(), ...event }]);
  await settled(
    () => user.user(),
    ({ isPaidUser }) => isPaidUser,
  );
}

/** The addresses that a screen reads, with the figures of the day. */
async function addresses(
  user: Caller,
  figures: readonly string[],
  day: string,
  months: readonly string[],
): Promise<string[]> {
  const { transactionHistory } = await user.user();
  const account = (await user.user()).accounts.at(-1)?._id;
  return [
    '/users/get-current-user?',
    '/goals/get-goals?',
    '/accounts/get-accounts?',
    '/transaction/recent-transactions?',
    '/transaction/get-transactions?',
    '/transaction/get-transactions?limit=7&',
    ...(transactionHistory[3] ? [`/transaction/get-transactions?limit=4&before=${transactionHistory[3]._id}&`] : []),
    '/ledger/entries?limit=500&',
    `/ledger/entries?limit=9&account=${account}&`,
    '/stats/get-income-expense-by-time-range?',
    '/stats/month-so-far?',
    `/stats/get-by-category?from=${day.slice(0, 7)}-01&to=${day}&`,
    '/budget/month?',
    '/schedules?',
    ...months.map((month) => `/budget/month?month=${month}&`),
    ...figures.map((figure) => `/ledger/explain?limit=11&figure=${encodeURIComponent(figure)}&`),
  ];
}

describe('a random life', () => {
  test('is shown as it was known after each of its commands, byte by byte, and every figure adds up', async () => {
    const draw = drawsOf(SEED);
    const user = await server.newUser();
    let now = new Date('2024-01-01T09:00:00Z');
    server.clock.now = now;
    await pay(user);
    let lastRevision = -1;
    const kept: { address: string; revision: number; at: Date; answer: string }[] = [];
    for (let number = 0; number < COMMANDS; number += 1) {
      now = new Date(now.getTime() + draw.int(1, 90) * HOUR_MS);
      server.clock.now = now;
      await randomCommand(user, draw, now);
      const day = now.toISOString().slice(0, 10);
      const figures = figuresOf(await user.user(), day);
      const { data } = await expectOk(explained(user, 'figure=balance'));
      const revision = data.revision ?? -1;
      // A change of nothing records nothing: the entry before it was known on another day.
      if (revision === lastRevision) continue;
      lastRevision = revision;
      const sample = await addresses(
        user,
        [0, 1, 2, 3].map(() => draw.one(figures) ?? ''),
        day,
        [monthNear(draw, day), monthNear(draw, day)],
      );
      for (const address of sample.filter(() => draw.chance(0.5))) {
        const answer = await user.getText(address);
        expect(answer, address).toMatch(/^200 /);
        if (address.startsWith('/budget/')) expect(answer, address).toContain('"agrees":true');
        kept.push({ address, revision, at: now, answer });
      }
      for (const figure of [draw.one(figures) ?? '', 'balance']) {
        const query = `figure=${encodeURIComponent(figure)}`;
        const whole = (await expectOk(explained(user, `${query}&limit=500`))).data;
        expect({ ...whole, entries: [] }, figure).toMatchObject({ agrees: true, figure });
        const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((total, one) => total + one, 0) * 100);
        expect(sum(whole.parts.map(({ amount }) => amount)), figure).toBe(Math.round(whole.amount * 100));
        for (const { what, amount, count } of whole.parts) {
          const own = whole.entries.filter(({ part }) => part === what);
          expect([own.length, sum(own.map(({ change }) => change))], `${figure} ${what}`).toEqual([
            count,
            Math.round(amount * 100),
          ]);
        }
        expect(sum(whole.entries.map(({ change }) => change)), figure).toBe(Math.round(whole.amount * 100));
        const pages: unknown[] = [];
        for (let next: string | null = ''; next !== null; ) {
          const page: Explanation = (await expectOk(explained(user, `${query}&limit=13${next && `&before=${next}`}`)))
            .data;
          pages.push(...page.entries);
          next = page.next;
        }
        expect(pages, figure).toEqual(whole.entries);
      }
    }
    expect(kept.at(-1)?.revision).toBeGreaterThan(80);
    server.clock.now = new Date(now.getTime() + 24 * HOUR_MS * 400);
    for (const { address, revision, at, answer } of kept) {
      const name = `${address} at ${revision}`;
      expect(await user.getText(`${address}known=${revision}`), name).toBe(answer);
      const instant = encodeURIComponent(at.toISOString().replace('Z', '+00:00'));
      expect(await user.getText(`${address}known=${instant}`), `${address} at ${at.toISOString()}`).toBe(answer);
    }
  });
});
