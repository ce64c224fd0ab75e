import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { openApi } from '#contract/openapi.ts';
import { apiReference } from '#contract/reference.ts';
import { eventReference } from '#docs/event-reference.ts';
import { definitions, postingsOf } from '#ledger/events.ts';
import { decodeEvent } from '#ledger/log/codec.ts';
import { posted, summary, UNUSED } from '#ledger/model/double-entry.ts';

test('docs/api.md says what the contract says (else: npm run docs)', () => {
  const written = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  expect(written).toBe(`${apiReference()}\n`);
});

test('docs/events.md says what the schemas of the events say (else: npm run docs)', () => {
  const written = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
  expect(written).toBe(`${eventReference()}\n`);
});

test.each(Object.entries(definitions))(
  'the description of %s matches its postings to balance and goals',
  (type, { schema }) => {
    const example = new URL(`../../ledger/examples/${type}.v1.json`, import.meta.url);
    const { event } = decodeEvent(JSON.parse(readFileSync(example, 'utf8')));
    const postings = postingsOf(event, { 'Balance everyday': 1n, Goals: 1n });
    const accounts = Object.entries(summary(posted(UNUSED, postings)))
      .filter(([, amount]) => amount !== 0n)
      .map(([account]) => account);
    const { balance, goals } = schema.meta() ?? {};
    expect(balance !== undefined).toBe(accounts.includes('Balance'));
    if (accounts.includes('Goals')) expect(goals).toBeDefined();
  },
);

test('the OpenAPI document has every call with its fields and failures', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, { operationId: string; responses: object }>> };
  for (const [name, { path, method }] of Object.entries(calls)) {
    expect(paths[path]?.[method.toLowerCase()]?.operationId).toBe(name);
  }
  const expense = JSON.stringify(paths['/transaction/create-expense']);
  for (const word of [
    'title',
    'amount',
    'category',
    'Food & Drinks',
    'wallet',
    'receipt',
    'not_enough_balance',
    '"422"',
  ]) {
    expect(expense).toContain(word);
  }
});
