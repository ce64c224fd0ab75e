import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageJsonPath = join(import.meta.dirname, '..', '..', 'package.json');

/** Names that are reserved for examples and local use (RFC 2606, RFC 6761), with their subdomains. */
const RESERVED_HOST = /(^|\.)(example|invalid|test|localhost)\.?$/;

/** Returns the URL of package.json's `repository`, or null if that is none that a browser can open. */
export function sourceCodeUrl(): string | null {
  return repositoryUrl(JSON.parse(readFileSync(packageJsonPath, 'utf8')));
}

/**
 * Returns the `repository` URL of a parsed package.json: a string, or an object with `url`. Null if it is missing,
 * not HTTP or HTTPS, or of a reserved host.
 */
export function repositoryUrl({ repository }: { repository?: string | { url?: string } }): string | null {
  const value = typeof repository === 'object' ? repository.url : repository;
  // npm writes git URLs as `git+https://….git`.
  const url = URL.parse(value?.replace(/^git\+/, '').replace(/\.git$/, '') ?? '');
  if (!url || !/^https?:$/.test(url.protocol) || RESERVED_HOST.test(url.hostname)) return null;
  return url.href;
}
