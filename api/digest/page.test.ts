import { describe, expect, test } from 'vitest';
import { digestPage } from './page.ts';
import type { DigestFigures } from './read.ts';

const NOVEMBER: DigestFigures = {
  month: '2026-11',
  balanceDay: '2026-11-30',
  income: 4_850_00,
  expense: 1_204_50,
  balance: -12_05,
  incomes: [{ category: 'Salary', amount: 4_850_00 }],
  expenses: [
    { category: 'Groceries', amount: 1_234_50 },
    { category: null, amount: 20_00 },
    { category: 'Tools & <Toys>', amount: -50_00 },
  ],
  refunds: 0,
  budget: { toBudget: -5_00, planned: 1_500_00, spent: 1_204_50, left: 295_50 },
  goals: [{ title: 'Lisbon "2027"', saved: 75_25, wanted: 500_00 }],
  seal: '123-AAAAA-BBBBB-CCCCC-DDDDD',
};
const page = (figures: Partial<DigestFigures> = {}, currency = '$') =>
  digestPage({ ...NOVEMBER, ...figures }, { name: 'Clara <b>', currency, today: '2026-12-03' });
/** The text of the page, without styles and marks, with ` | ` between cells. */
const said = (html: string) =>
  html
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<\/t[hd]>|<\/dt>|<\/h2>/g, ' | ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');

describe('the digest of a month', () => {
  test('has its figures, in order', () => {
    const text = said(page());
    for (const part of [
      'November 2026 Income | $4,850.00 Expenses | $1,204.50 Income less expenses | $3,645.50 Balance at the end | − $12.05',
      'Expenses by category | Groceries | $1,234.50 | No category | $20.00 |',
      'Expenses | $1,204.50 |',
      'Income by category | Salary | $4,850.00 | Income | $4,850.00 |',
      'Budget | Planned | $1,500.00 | Spent | $1,204.50 | Left in categories | $295.50 | To budget | − $5.00 |',
      'Made on December 3, 2026 from the books as they are. Their fingerprint: 123-AAAAA-BBBBB-CCCCC-DDDDD',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('leads to the months beside it, but not to one that is still to come', () => {
    const links = (month: string) => [...page({ month }).matchAll(/href="(.*?)"/g)].map(([, to]) => to);
    expect(links('2026-11')).toEqual(['?month=2026-10', '?month=2026-12']);
    expect(links('2026-12')).toEqual(['?month=2026-11']);
  });

  test('writes what users wrote as text', () => {
    const html = page();
    expect(html).toContain('Clara &lt;b&gt;');
    expect(html).toContain('Tools &amp; &lt;Toys&gt;</th><td>− $50.00');
    expect(html).toContain('Lisbon &quot;2027&quot;<br><span class="note">15.1% of $500.00</span></th><td>$75.25');
    expect(html).not.toContain('<script');
  });

  test('of a month that goes on has the balance of today', () => {
    expect(said(page({ month: '2026-12', balanceDay: '2026-12-03' }))).toContain(
      'Balance on December 3, 2026 | − $12.05',
    );
    expect(said(page({ month: '2027-01', balanceDay: '2026-12-31' }))).toContain('Balance on December 31, 2026');
  });

  test('of a month with nothing says so, and leaves out what there is not', () => {
    const text = said(page({ income: 0, expense: 0, incomes: [], expenses: [], budget: null, goals: [] }));
    expect(text).toContain('Expenses by category | Nothing in this month. Income by category | Nothing in this month.');
    expect(text).not.toContain('Budget');
    expect(text).not.toContain('Goals');
  });

  test('sums what does not fit up in one line', () => {
    const expenses = Array.from({ length: 20 }, (_, index) => ({ category: `C${index}`, amount: 1_00 }));
    const goals = Array.from({ length: 9 }, () => ({ title: 'Boat', saved: 0, wanted: 1_00 }));
    const text = said(page({ expenses, goals }));
    expect(text).toContain('C12 | $1.00 | 7 others | $7.00 |');
    expect(text).toContain('Boat0% of $1.00 | $0.00 | 5 others |');
    const fits = expenses.slice(0, 14);
    expect(said(page({ expenses: fits }))).toContain('C13 | $1.00 | Expenses');
  });

  test('has refunds in both lists, since both sums count them', () => {
    const text = said(page({ refunds: 5_50 }));
    expect(text).toContain('− $50.00 | Refunds | $5.50 | Expenses |');
    expect(text).toContain('$4,850.00 | Refunds | $5.50 | Income |');
  });

  test('has no decimals of a yen', () => {
    expect(said(page({}, '¥'))).toContain('Expenses | ¥1,205');
  });
});
