import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageJsonPath = join(import.meta.dirname, '..', '..', 'package.json');

/** Returns the `repository` URL of package.json. Throws if it is not an HTTP or HTTPS URL. */
export function sourceCodeUrl(): string {
  return repositoryUrl(JSON.parse(readFileSync(packageJsonPath, 'utf8')));
}

/**
 * Returns the `repository` URL of a parsed package.json: a string, or an object with `url`. Throws like
 * `sourceCodeUrl`.
 */
export function repositoryUrl({ repository }: { repository?: string | { url?: string } }): string {
  const value = typeof repository === 'object' ? repository.url : repository;
  // npm writes git URLs as `git+https://….git`.
  const url = value?.replace(/^git\+/, '').replace(/\.git$/, '');
  if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error("package.json's `repository` has to be an address that a browser can open");
  return url;
}
