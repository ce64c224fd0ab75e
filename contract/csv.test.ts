import { expect, test } from 'vitest';
import { type CsvValue, csvOf } from './csv.ts';

/** The CSV cell of a value. */
const written = (value: CsvValue) => csvOf(['Title'], [[value]]).split('\r\n')[1];

test('starts with a byte order mark and the header, and ends every row with CRLF', () => {
  expect(csvOf(['Title', 'Amount'], [['Rye bread', 11.2]])).toBe('\uFEFFTitle,Amount\r\nRye bread,11.2\r\n');
  expect(csvOf(['Title'], [])).toBe('\uFEFFTitle\r\n');
});

test('quotes cells with separators or outer spaces, and doubles quotes', () => {
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
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['\tafter a tab', "'\tafter a tab"],
  ['=cmd("x")', '"\'=cmd(""x"")"'],
])('escapes the formula %j', (text, cell) => {
  expect(written(text)).toBe(cell);
});

test('escapes and quotes a leading carriage return', () => {
  expect(csvOf(['Title'], [['\rback']])).toBe('\uFEFFTitle\r\n"\'\rback"\r\n');
});

test('writes numbers unchanged, and null and undefined as empty cells', () => {
  expect(written(-312.08)).toBe('-312.08');
  expect(written(999_999_999_999.99)).toBe('999999999999.99');
  expect(written(0)).toBe('0');
  expect(written(null)).toBe('');
  expect(written(undefined)).toBe('');
});

test('does not escape a sign that is not the first character', () => {
  expect(written('Rent - March')).toBe('Rent - March');
  expect(written('€ 5')).toBe('€ 5');
});
