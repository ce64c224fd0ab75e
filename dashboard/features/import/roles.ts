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
];

/** Role of each column by its index; empty if the column is not read. */
export type Roles = ReadonlyMap<number, ColumnRole | ''>;

/** The roles of columns by a mapping. */
export function rolesOf(
  columns: Partial<Record<ColumnRole, number | undefined>>,
  samples: NonNullable<ImportPreview['mapping']>['samples'],
): Roles {
  const named = Object.entries(columns).flatMap(([role, column]): [number, ColumnRole][] =>
    column === undefined ? [] : [[column, role as ColumnRole]],
  );
  return new Map([...samples.map(({ column }): [number, ''] => [column, '']), ...named]);
}

/** The columns of a mapping by their roles, or a message why there is no mapping. */
export function columnsOf(roles: Roles): ImportMapping['columns'] | string {
  const columns: Partial<Record<ColumnRole, number>> = {};
  for (const [column, role] of roles) {
    if (role === '') continue;
    if (columns[role] !== undefined) {
      return `Two columns are read as ${ROLES.find((columnRole) => columnRole.role === role)?.name ?? role}`;
    }
    columns[role] = column;
  }
  const { date, amount, debit, credit } = columns;
  if (date === undefined) return messages.dateRequired;
  if (amount === undefined && (debit === undefined || credit === undefined)) return messages.amountColumnRequired;
  return { ...columns, date };
}
