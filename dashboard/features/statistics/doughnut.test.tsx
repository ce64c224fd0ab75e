import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Doughnut } from './doughnut.tsx';

/** The share of the ring that each of its arcs takes, by the arc's fill, in percent of all arcs. */
function sharesOf(income: number, expense: number): { spent: number; left: number; text: string | null } {
  const { container } = render(
    <MemoryRouter>
      <Doughnut income={income} expense={expense} currency="$" />
    </MemoryRouter>,
  );
  const arcs = [...container.querySelectorAll('g path')].map((path) => ({
    isSpent: path.getAttribute('fill')?.startsWith('url') ?? false,
    degrees: outerDegrees(path.getAttribute('d') ?? ''),
  }));
  const all = arcs.reduce((sum, { degrees }) => sum + degrees, 0);
  const share = (isSpent: boolean) =>
    (arcs.filter((arc) => arc.isSpent === isSpent).reduce((sum, { degrees }) => sum + degrees, 0) * 100) / all;
  return { spent: share(true), left: share(false), text: container.querySelector('text')?.textContent ?? null };
}

/** The angle of the outer edge of an arc, which its path draws first and clockwise. A whole ring draws two halves. */
function outerDegrees(path: string): number {
  const [, x, y, radius] = /^M([-\d.e]+),([-\d.e]+)A([-\d.e]+)/.exec(path)?.map(Number) ?? [];
  const [, endX, endY] = /^M[^A]+A[^A]*?1,([-\d.e]+),([-\d.e]+)[LZMA]/.exec(path)?.map(Number) ?? [];
  if (x === undefined || y === undefined || endX === undefined || endY === undefined || !radius) return 0;
  if (Math.hypot(x + endX, y + endY) < 1e-3 && (path.match(/A/g)?.length ?? 0) > 2) return 360;
  const degrees = ((Math.atan2(endY, endX) - Math.atan2(y, x)) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

test.each([
  [4850, 3120, '64.3%'],
  [1000, 100, '10.0%'],
  [1000, 0, '0.0%'],
  [1000, 1000, '100.0%'],
])(
  'of an income of %d an expense of %d takes the share of the ring that its center says: %s',
  (income, expense, text) => {
    const shares = sharesOf(income, expense);
    expect(shares.text).toBe(text);
    expect(shares.spent).toBeCloseTo(Number.parseFloat(text), 0);
    expect(shares.spent + shares.left).toBeCloseTo(100, 5);
  },
);

test('without an income the ring is empty', () => {
  expect(sharesOf(0, 0)).toMatchObject({ text: '0%', spent: Number.NaN });
});
