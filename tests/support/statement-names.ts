import pg from 'pg';

// A connection refuses a name under which it has prepared another statement. Which statements meet on a connection of a pool is
// chance, so each statement is compared with all that this process has run, of all test files.

const { query } = pg.Client.prototype;
const texts = new Map<string, string>();

function comparedQuery(this: pg.Client, ...parameters: unknown[]): unknown {
  const { name, text } = (parameters[0] ?? {}) as { name?: unknown; text?: unknown };
  if (typeof name === 'string' && typeof text === 'string') {
    const before = texts.get(name) ?? text;
    if (before !== text) throw new Error(`Two statements are named '${name}':\n${before}\nand\n${text}`);
    texts.set(name, text);
  }
  return Reflect.apply(query, this, parameters);
}

// This file is evaluated before each test file.
if (query.name !== comparedQuery.name) pg.Client.prototype.query = comparedQuery as typeof query;
