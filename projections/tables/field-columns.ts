import {
  type EntityKind,
  FIELDS,
  type Field,
  type FieldName,
  type Shape,
  type ValuesOf,
} from '#ledger/model/fields.ts';
import { type Column, type Columns, dayColumn, integerColumn, json, nullable, textColumn } from './table.ts';

/** The columns of values by their shape; null for shapes that no row has in a column of its own. */
const SHAPED: Readonly<Record<Shape, Columns[string] | null>> = {
  text: textColumn(),
  account: textColumn(),
  category: textColumn(),
  image: textColumn(),
  amount: integerColumn(),
  day: dayColumn(),
  parts: json(),
  tags: json(),
  ...{ state: null, archived: null, ordinal: null, budgeted: null, yes: null, source: null },
  ...{ query: null, then: null, rules: null, carry: null, target: null },
  ...{ span: null, repeats: null, post: null, mark: null },
};

type Stored<Value> = undefined extends Value ? NonNullable<Value> | null : Value;

/**
 * Returns a column for each of some fields of a kind, null if a row lacks an optional value. Throws where a field's
 * shape has no column.
 */
export function columnsOfFields<Kind extends EntityKind, Name extends FieldName<Kind> & keyof ValuesOf<Kind>>(
  kind: Kind,
  names: readonly Name[],
): { [Each in Name]: Column<Stored<ValuesOf<Kind>[Each]>> } {
  const fields: Record<string, Field> = FIELDS[kind];
  const columns = names.map((name) => {
    const { schema, shape } = fields[String(name)] as Field;
    const column = SHAPED[shape];
    if (!column) throw new Error(`${kind}.${String(name)}: values of the shape ‘${shape}’ have no column.`);
    return [name, schema.safeParse(undefined).success ? nullable(column) : column];
  });
  return Object.fromEntries(columns) as { [Each in Name]: Column<Stored<ValuesOf<Kind>[Each]>> };
}

/** The values of the columns of fields in a state: null if it lacks one. */
export function rowOfFields<Name extends string, Values extends { [Each in Name]?: unknown }>(
  names: readonly Name[],
  state: Values,
): { [Each in Name]: Stored<Values[Each]> } {
  return Object.fromEntries(names.map((name) => [name, state[name] ?? null])) as {
    [Each in Name]: Stored<Values[Each]>;
  };
}

/** The values of fields in a row: undefined where it has none. */
export function fieldsOfRow<Kind extends EntityKind>(kind: Kind, row: object): ValuesOf<Kind> {
  const values = Object.keys(FIELDS[kind]).map((name) => [name, (row as Record<string, unknown>)[name] ?? undefined]);
  return Object.fromEntries(values) as ValuesOf<Kind>;
}
