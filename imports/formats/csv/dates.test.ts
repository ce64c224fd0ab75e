import { expect, test } from 'vitest';
import { readAmount } from './amounts.ts';
import { dayBy, writtenDate } from './dates.ts';
import { plainCell } from './numerals.ts';

const dayIn = (cell: string) => {
  const date = writtenDate(cell);
  return date && dayBy(date, 'dmy');
};

/** Languages with their own names of months, in full and shortened. */
const LANGUAGES =
  'bg ca cs da de el en es et eu fi fr he hu is it ka lt lv nb nl pl pt ro ru sk sl sq sr sv th tr uk'.split(' ');
/** Languages in whose own ways of writing a day, from long to short, no day is read as another. */
const WRITTEN = `${LANGUAGES.filter((each) => each !== 'eu').join(' ')} bs hr hy kk be gl mk ms hi vi`.split(' ');

test.each(WRITTEN)('a day is read as %s writes it, and never as another day', (language) => {
  for (const dateStyle of ['long', 'medium', 'short'] as const) {
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { dateStyle, timeZone: 'UTC' });
    for (let month = 1; month <= 12; month += 1) {
      const cell = format.format(new Date(Date.UTC(2026, month - 1, 17)));
      const date = writtenDate(cell);
      const day = date && (dayBy(date, 'dmy') ?? dayBy(date, 'mdy') ?? dayBy(date, 'ymd'));
      expect([cell, day]).toEqual([cell, `2026-${String(month).padStart(2, '0')}-17`]);
    }
  }
});

test.each(LANGUAGES)('a day is read with the name of its month in %s, in full and shortened', (language) => {
  for (const month of ['long', 'short'] as const) {
    const inWords = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
      ...{ day: 'numeric', month, timeZone: 'UTC' },
    });
    for (let number = 1; number <= 12; number += 1) {
      const name = inWords
        .formatToParts(new Date(Date.UTC(2026, number - 1, 17)))
        .find(({ type }) => type === 'month')?.value;
      if (/\d/.test(name ?? '')) continue;
      expect([name, dayIn(`17 ${name} 2026`)]).toEqual([name, `2026-${String(number).padStart(2, '0')}-17`]);
    }
  }
});

test.each([
  ['17/05/2569', '2026-05-17'],
  ['17 พ.ค. 2569', '2026-05-17'],
  ['115/05/17', '2026-05-17'],
  ['令和8年5月17日', '2026-05-17'],
  ['民國115年5月17日', '2026-05-17'],
  ['17 listopada 2026', '2026-11-17'],
  ['17. listopada 2026.', '2026-10-17'],
  ['R8.5.17', '2026-05-17'],
  ['2026年5月17日', '2026-05-17'],
  ['2026년 5월 17일', '2026-05-17'],
  ['２０２６／０５／１７', '2026-05-17'],
  ['١٧/٠٥/٢٠٢٦', '2026-05-17'],
])('%s is the day %s', (cell, day) => expect(dayIn(cell)).toBe(day));

test.each(['17 brumaire 2026', '17/05/999', '2026-13-01', 'R8.13.1', '3000/01/01'])('%s is no day', (cell) => {
  expect(dayIn(cell)).toBeNull();
});

test.each([
  ['١٬٢٣٤٫٥٠', 1234_50],
  ['−１２．５０', -12_50],
  ['\u20121250,00', -1250_00],
  ['۱۲٫۵', 12_50],
  ['-Rp 25.00', -25_00],
  ['NT$1,250.00', 1250_00],
  ['KSh 300.50', 300_50],
  ['kr. 12.50', 12_50],
  ['12.50 zł', 12_50],
  ['UGX 5,000', 5000_00],
  ['￦', "'￦' is no amount"],
  ['S/ 40.00', 40_00],
  ['12.50 CR', 12_50],
  ['12.50 DR', -12_50],
  ['12.50-', -12_50],
  ['(12.50)', -12_50],
])('%s is an amount', (cell, cents) => expect(readAmount(cell, '.')).toBe(cents));

test.each([
  ['="17.05.2026"', '17.05.2026'],
  ['="say ""hello"""', 'say "hello"'],
  ["'=Bar 17", '=Bar 17'],
  ["'+Plus", '+Plus'],
  ["'17/05", '17/05'],
  ["'quoted'", "'quoted'"],
  ["'t Hoekje", "'t Hoekje"],
  ["'80s'", "'80s'"],
  ['\u200e17/05/2026', '17/05/2026'],
])('the cell %s is %s', (cell, plain) => expect(plainCell(cell)).toBe(plain));
