import type { Table } from './table.ts';

/**
 * SQL: the triggers of a table by which a function keeps sums of its rows, one for each kind of statement: it finds the
 * rows that were added in `come`, and the rows that were there in `gone`.
 */
export function triggersOf(schema: string, { name }: Pick<Table, 'name'>, calls: string): string {
  const trigger = (on: string, tables: string) =>
    `CREATE OR REPLACE TRIGGER ${on.toLowerCase()}s_${calls} AFTER ${on} ON ${schema}.${name}
      REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.${calls}();`;
  return [
    trigger('INSERT', 'NEW TABLE AS come'),
    trigger('UPDATE', 'OLD TABLE AS gone NEW TABLE AS come'),
    trigger('DELETE', 'OLD TABLE AS gone'),
  ].join('\n');
}
