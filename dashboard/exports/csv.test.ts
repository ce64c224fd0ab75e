import { expect, test } from 'vitest';
import { csvOf, type Value } from './csv.ts';

/** How a value is written in a row of its own. */
const written = (value: Value) => csvOf(['Title'], [[value]]).split('\r\n')[1];

test('begins with a byte order mark and the head, and ends every line', () => {
  expect(csvOf(['Title', 'Amount'], [['Rye bread', 11.2]])).toBe('\uFEFFTitle,Amount\r\nRye bread,11.2\r\n');
  expect(csvOf(['Title'], [])).toBe('\uFEFFTitle\r\n');
});

test('quotes what would end a cell, and doubles quotes', () => {
  expect(written('Bread, rye')).toBe('"Bread, rye"');
  expect(written('The "good" bread')).toBe('"The ""good"" bread"');
  expect(csvOf(['Title'], [['one\ntwo']])).toContain('"one\ntwo"');
  expect(written(' spaced ')).toBe('" spaced "');
});

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-2', "'-2"],
  ['@sum', "'@sum"],
  ['\tafter a tab', "'\tafter a tab"],
  ['=cmd("x")', '"\'=cmd(""x"")"'],
])('takes the power from the formula %j', (text, cell) => {
  expect(written(text)).toBe(cell);
});

test('a carriage return is made harmless and quoted', () => {
  expect(csvOf(['Title'], [['\rback']])).toBe('\uFEFFTitle\r\n"\'\rback"\r\n');
});

test('leaves numbers numbers, and what is unset empty', () => {
  expect(written(-312.08)).toBe('-312.08');
  expect(written(999_999_999_999.99)).toBe('999999999999.99');
  expect(written(0)).toBe('0');
  expect(written(null)).toBe('');
  expect(written(undefined)).toBe('');
});

test('leaves a sign that is not the first alone', () => {
  expect(written('Rent - March')).toBe('Rent - March');
  expect(written('€ 5')).toBe('€ 5');
});
