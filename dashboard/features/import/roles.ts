import type { ImportMapping, ImportPreview } from '#contract/import-calls.ts';
import { messages } from '#contract/messages.ts';

export type ColumnRole = keyof ImportMapping['columns'];

/** Roles that a column of a CSV file can have, in the order of the selects. */
export const ROLES: readonly { role: ColumnRole; name: string }[] = [
  { role: 'date', name: 'Date' },
  { role: 'amount', name: 'Amount' },
  { role: 'debit', name: 'Money out' },
  { role: 'credit', name: 'Money in' },
  { role: 'title', name: 'Text' },
  { role: 'counterparty', name: 'Who' },
  { role: 'balance', name: 'Balance' },
  { role: 'id', name: "Bank's id" },
  { role: 'sign', name: 'Debit or credit' },
  { role: 'fee', name: 'Fee' },
  { role: 'account', name: 'Account' },
  { role: 'currency', name: 'Currency' },
  { role: 'category', name: 'Category' },
  { role: 'subcategory', name: 'Subcategory' },
  { role: 'note', name: 'Note' },
  { role: 'tags', name: 'Tags' },
  { role: 'status', name: 'Booked or not' },
];

/** Roles that a file may have none of, though one was found. */
const WITHOUT: readonly ColumnRole[] = [
  'fee',
  'account',
  'currency',
  'category',
  'subcategory',
  'note',
  'tags',
  'status',
];

/** Role of each column by its index; empty if the column is not read. */
export type RolesOfColumns = ReadonlyMap<number, ColumnRole | ''>;

/** The roles of columns by a mapping. */
export function rolesInMapping(
  columns: Partial<Record<ColumnRole, number | null | undefined>>,
  samples: NonNullable<ImportPreview['mapping']>['samples'],
): RolesOfColumns {
  const named = Object.entries(columns).flatMap(([role, column]): [number, ColumnRole][] =>
    column == null ? [] : [[column, role as ColumnRole]],
  );
  return new Map([...samples.map(({ column }): [number, ''] => [column, '']), ...named]);
}

/** Roles with another one for a column; the column that had it is not read any more. */
export function withRole(roles: RolesOfColumns, column: number, role: ColumnRole | ''): RolesOfColumns {
  const freed = [...roles].map(([one, its]): [number, ColumnRole | ''] => [
    one,
    role !== '' && its === role ? '' : its,
  ]);
  return new Map(freed).set(column, role);
}

/**
 * The columns of a mapping by their roles, or a message why there is no mapping. A role that `found` has, and that no
 * column has now, is null.
 */
export function roleColumns(roles: RolesOfColumns, found: ImportMapping['columns']): ImportMapping['columns'] | string {
  const columns: Partial<Record<ColumnRole, number>> = {};
  for (const [column, role] of roles) if (role !== '') columns[role] = column;
  const { date, amount, debit, credit } = columns;
  if (date === undefined) return messages.dateRequired;
  if (amount === undefined && (debit === undefined || credit === undefined)) return messages.amountColumnRequired;
  const none = WITHOUT.filter((role) => found[role] !== undefined && columns[role] === undefined);
  return { ...columns, date, ...Object.fromEntries(none.map((role) => [role, null])) };
}
