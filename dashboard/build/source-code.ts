import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const pack = join(import.meta.dirname, '..', '..', 'package.json');

/** The address of Daybook's source code, as package.json names it. Throws where it names none that a browser can open. */
export function sourceCode(): string {
  return addressIn(JSON.parse(readFileSync(pack, 'utf8')));
}

/** The same out of what package.json holds: `repository` is an address, or an object with one as its `url`. */
export function addressIn({ repository }: { repository?: string | { url?: string } }): string {
  const named = typeof repository === 'object' ? repository.url : repository;
  // As npm writes it for git.
  const address = named?.replace(/^git\+/, '').replace(/\.git$/, '');
  if (!address || !/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new Error("package.json's `repository` has to be an address that a browser can open");
  return address;
}
