import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));
const SOURCE = 'projections/tables/version.ts';
/** The code that decides rows: reading an event and folding it, writing the rows, and the definition of the tables. */
const ENTRY = 'read-models';
const CODE = `
  export { progress } from '${root}projections/fold/progress.ts';
  export { storeChanges } from '${root}projections/storage/storage.ts';
  export { createReadModels } from '${root}projections/tables/read-models.ts';`;

/**
 * Gives the version of the read models (decision 8): a hash of all code that decides their rows, bundled and minified.
 * Comments, types, formatting, the names of variables and functions, and the paths of files don't change it. `changed`
 * replaces sources by their path from the project's folder.
 */
export async function readModelVersion(changed: Record<string, string> = {}): Promise<string> {
  const bundle = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: true,
      write: false,
      minify: true,
      target: 'es2024',
      rolldownOptions: { input: ENTRY, external: /version\.ts$/ },
    },
    plugins: [
      {
        name: 'read-models',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? CODE : (changed[relative(root, id)] ?? null)),
      },
    ],
  });
  if (!('output' in bundle)) throw new Error('The bundle of the read models has no output.');
  const hash = createHash('sha256');
  for (const part of bundle.output) hash.update(part.type === 'chunk' ? part.code : part.source);
  return hash.digest('hex').slice(0, 16);
}

/** Gives the source of `projections/tables/version.ts` with a version in it. */
export async function versionSource(version: string): Promise<string> {
  return (await readFile(join(root, SOURCE), 'utf8')).replace(/'[0-9a-f]{16}'/, `'${version}'`);
}
