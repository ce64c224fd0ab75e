import { createHash } from 'node:crypto';
import pg from 'pg';
import { type Database, isOfReplacedTable } from './postgres.ts';

/** A value between the texts of a fragment. */
class Value {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** A part of a statement, or a whole one: texts, and between each two of them a value or another fragment. */
export class Sql {
  readonly texts: readonly string[];
  readonly between: readonly (Sql | Value)[];

  constructor(texts: readonly string[], between: readonly (Sql | Value)[] = []) {
    this.texts = texts;
    this.between = between;
  }
}

/**
 * A fragment of its text. What stands in `${}` is another fragment, or else a value, which becomes a parameter and
 * never text. A fragment that occurs several times in a statement has one parameter for each of its values.
 */
export function sql(texts: TemplateStringsArray, ...between: readonly unknown[]): Sql {
  return new Sql(
    texts,
    between.map((inserted) => (inserted instanceof Sql ? inserted : new Value(inserted))),
  );
}

/** A fragment of text that the program itself has, such as the name of a table. */
export function raw(text: string): Sql {
  return new Sql([text]);
}

/** Fragments one after the other, with a text between each two. */
export function joined(fragments: readonly Sql[], separator: string): Sql {
  const inner = fragments.slice(1).map(() => separator);
  return new Sql(['', ...inner, ''], fragments);
}

/** A fragment as a statement that Postgres takes: its text with `$1`, `$2` and so on, and the values of these. */
export function statementOf(fragment: Sql): { text: string; values: unknown[] } {
  const values: Value[] = [];
  const write = (part: Sql | Value): string => {
    if (part instanceof Sql) return String.raw({ raw: part.texts }, ...part.between.map(write));
    const known = values.indexOf(part);
    return `$${known === -1 ? values.push(part) : known + 1}`;
  };
  return { text: write(fragment), values: values.map(({ value }) => value) };
}

/**
 * Runs a statement that each connection parses once, and that Postgres may plan once: a text with its values, or a
 * fragment. Its name is a hash of its text, since a connection refuses another text under the same name. A connection
 * never forgets it, so no value may stand in the text. Where the columns have other types since it was parsed, a pool
 * runs it under a new name; in a transaction it rejects with an error that `isOfReplacedTable` knows, once.
 */
// biome-ignore lint/suspicious/noExplicitAny: rows are of any shape, as those of `query` are.
export async function queryPrepared<Row extends pg.QueryResultRow = any>(
  database: Database,
  statement: string | Sql,
  valuesOfText: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const { text, values } =
    typeof statement === 'string' ? { text: statement, values: valuesOfText } : statementOf(statement);
  const name = nameOf(text);
  try {
    return await database.query<Row>({ name, text, values });
  } catch (error) {
    if (!isOfReplacedTable(error)) throw error;
    if (name === nameOf(text)) forgetNames();
    if (!(database instanceof pg.Pool)) throw error; // The transaction is aborted.
    return await database.query<Row>({ name: nameOf(text), text, values });
  }
}

/** Names by text: as many as connections remember. */
const names = new Map<string, string>();
/** The number of times that all names were forgotten, which is a part of each name. */
let generation = 0;

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `${createHash('sha256').update(text).digest('base64url')}.${generation}`;
    names.set(text, name);
  }
  return name;
}

/** Gives each text another name from now on, so that every connection parses it anew. */
function forgetNames(): void {
  names.clear();
  generation += 1;
}

/**
 * The same database, but no statement is prepared: for statements whose text is another for each question of a user,
 * since a connection never forgets one that is.
 */
export function unprepared(database: Database): Database {
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) =>
    typeof statement === 'string'
      ? database.query(statement, values)
      : database.query({ text: statement.text, values: statement.values ?? [] });
  return { query } as Database;
}
