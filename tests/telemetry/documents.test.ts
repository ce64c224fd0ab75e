import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { METRICS } from '#platform/telemetry/definitions.ts';

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

test('docs/operations.md has every metric, with its labels and what it says', () => {
  const rows = operations.split('\n').filter((line) => line.startsWith('| `daybook_'));
  const expected = Object.entries(METRICS).map(([name, { type, of, labels, help }]) => {
    const named = labels.length > 0 ? ` by ${labels.map((label) => `\`${label}\``).join(', ')}` : '';
    return `| \`${name}\` | ${of.join(', ')} | ${type}${named} | ${help} |`;
  });
  expect(rows).toEqual([...expected, expect.stringMatching(/^\| `daybook_program_up` \| npm start \| gauge \| /)]);
});
