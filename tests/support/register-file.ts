import type { ImportPreview } from '#contract/import-calls.ts';
import type { Answer, Caller } from './caller.ts';

/** A row of a register of YNAB; `amount` is what it adds to its account, in whole units. */
export type RegisterRow = { account: string; date: string; payee: string; amount: number; category?: string };

const COLUMNS = [
  ...['Account', 'Flag', 'Date', 'Payee', 'Category Group/Category', 'Category Group', 'Category', 'Memo'],
  ...['Outflow', 'Inflow', 'Cleared'],
];

/** A register of YNAB as a file. */
export function registerFile(rows: readonly RegisterRow[]): File {
  const lines = rows.map(({ account, date, payee, amount, category = '' }) => {
    const [outflow, inflow] = [Math.max(-amount, 0), Math.max(amount, 0)].map((side) => `$${side.toFixed(2)}`);
    return [
      account,
      '',
      date,
      payee,
      category && `Usual: ${category}`,
      'Usual',
      category,
      '',
      outflow,
      inflow,
      'Cleared',
    ];
  });
  const text = [COLUMNS, ...lines].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
  return new File([text], 'register.csv');
}

/** Previews the import of a file. */
export function previewed(user: Caller, file: File): Promise<Answer<ImportPreview>> {
  const form = new FormData();
  form.set('file', file);
  return user.postForm<ImportPreview>('/import/preview', form);
}
