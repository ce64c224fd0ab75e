import { posix } from 'node:path';

/**
 * The path from the root that an import of the file `importer` names: `./x.ts` lies beside the file, `#api/x.ts` is
 * `api/x.ts` (`imports` in package.json). A package keeps its name.
 */
export function importPath(importer: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(importer), specifier) : specifier;
}

/** Whether an import names a file of the project and no package. */
export const isFileImport = (specifier: string) => /^[#.]/.test(specifier);
