import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs that others wrote, by which the journals of an export are judged, and Debian's packages with them. */
const PROGRAMS = ['hledger', 'ledger', 'bean-check', 'bean-query'];
const DEBIAN_PACKAGES = ['hledger', 'ledger', 'beancount'];

/** Whether all of these programs are in the folders of PATH. */
export function hasAccountingPrograms(): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return PROGRAMS.every((program) => folders.some((folder) => existsSync(join(folder, program))));
}

/** Installs the programs where one is missing, as root on Debian. Elsewhere the tests that need them are skipped. */
export function ensureAccountingPrograms(): void {
  const isRootOnDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (hasAccountingPrograms() || !isRootOnDebian) return;
  console.log('Installing hledger, Ledger and Beancount, by which the journals of exports are judged.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN_PACKAGES],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: 'inherit', env });
    if (status !== 0) return console.error(`apt-get ${args.join(' ')} failed.`);
  }
}
