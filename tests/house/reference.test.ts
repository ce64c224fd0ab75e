import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { openApi } from '../../contract/openapi.ts';
import { apiReference } from '../../contract/reference.ts';

test('docs/api.md says what the contract says (else: npm run docs)', () => {
  const written = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  expect(written).toBe(`${apiReference()}\n`);
});

test('the OpenAPI description holds every call with its fields and failures', () => {
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
