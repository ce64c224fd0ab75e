import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the read models are made by: the tables, the fold, and the ledger's own code. */
const MADE_BY = ['projections/{tables,fold}/**/*.ts', 'ledger/{*,!(testing)/*}.ts'];

/**
 * The version of the read models: it changes whenever the code that makes them does. Models of another version are
 * built anew from the log, and a snapshot that other code folded is not what a command starts from (decision 8).
 */
export const READ_MODEL_VERSION = versionOf(join(import.meta.dirname, '../..'));

/** The version that the sources below a folder make: a hash of them all, tests left out. */
export function versionOf(root: string): string {
  const paths = globSync(MADE_BY, { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  const hash = createHash('sha256');
  for (const path of paths.sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}
