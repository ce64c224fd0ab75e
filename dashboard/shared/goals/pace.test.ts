import { describe, expect, test } from 'vitest';
import { goalOf } from '../../testing/people.ts';
import { paceOf, paceWords } from './pace.ts';

const kiln = goalOf(1, { title: 'Kiln', finalAmount: 1_000, currentAmount: 100, wantedBy: '2027-06-30' });

describe('the pace of a goal', () => {
  test.each([
    ['2026-11-26', { months: 7, perMonth: 128.58 }],
    ['2026-11-30', { months: 7, perMonth: 128.58 }],
    ['2026-12-01', { months: 6, perMonth: 150 }],
    ['2027-05-30', { months: 1, perMonth: 900 }],
    ['2027-06-30', { months: 1, perMonth: 900, isOver: false }],
    ['2027-07-01', { months: 1, perMonth: 900, isOver: true }],
  ])('is the rest by full months, rounded up to the cent: on %s', (today, pace) => {
    expect(paceOf(kiln, today)).toMatchObject(pace);
  });

  test('is none of a goal that is reached, or has no day', () => {
    expect(paceOf({ ...kiln, currentAmount: 1_000 }, '2026-11-26')).toBeNull();
    expect(paceOf({ currentAmount: 1, finalAmount: 2 }, '2026-11-26')).toBeNull();
  });

  test('is said in words', () => {
    const saidOn = (today: string) => paceWords(kiln, '$', today);
    expect(saidOn('2026-11-26')).toBe('$128.58 a month until June 30, 2027');
    expect(saidOn('2027-06-10')).toBe('wanted by June 30, 2027');
    expect(saidOn('2027-07-01')).toBe('was wanted by June 30, 2027');
  });
});
