import { expect, test } from 'vitest';
import { joined, raw, sql, statementOf } from './sql.ts';

test('values become parameters in the order in which they stand, and never text', () => {
  const quoted = `'; DROP TABLE entries; --`;
  expect(statementOf(sql`SELECT ${quoted}, ${null}, ${[1, 2]} FROM t WHERE n > ${7n}`)).toEqual({
    text: 'SELECT $1, $2, $3 FROM t WHERE n > $4',
    values: [quoted, null, [1, 2], 7n],
  });
});

test('fragments stand within others, with their values', () => {
  const condition = sql`t.date > ${'2026-01-01'}`;
  const none = sql``;
  expect(
    statementOf(sql`SELECT ${raw('t.title')} FROM t WHERE t.ledger_id = ${'a'} AND ${condition}${none} LIMIT ${5}`),
  ).toEqual({
    text: 'SELECT t.title FROM t WHERE t.ledger_id = $1 AND t.date > $2 LIMIT $3',
    values: ['a', '2026-01-01', 5],
  });
});

test('a fragment that occurs again has the parameter that it has already; an equal value has another', () => {
  const ledger = sql`${'a'}`;
  const ofLedger = sql`t.ledger_id = ${ledger}`;
  expect(statementOf(sql`${ofLedger} OR ${ledger} = ${'a'} OR ${ofLedger}`)).toEqual({
    text: 't.ledger_id = $1 OR $1 = $2 OR t.ledger_id = $1',
    values: ['a', 'a'],
  });
});

test('fragments are joined by a text', () => {
  const union = (values: number[]) =>
    statementOf(
      joined(
        values.map((value) => sql`SELECT ${value}`),
        ' UNION ALL ',
      ),
    );
  expect(union([1, 2, 3])).toEqual({ text: 'SELECT $1 UNION ALL SELECT $2 UNION ALL SELECT $3', values: [1, 2, 3] });
  expect(union([1])).toEqual({ text: 'SELECT $1', values: [1] });
});

test('a text is taken as it is written, with its backslashes', () => {
  expect(statementOf(sql`SELECT '\\', E'\n'`).text).toBe(`SELECT '\\', E'\n'`);
});
