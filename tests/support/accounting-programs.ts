import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.ts';

/** The programs that others wrote, by which the journals of an export are judged, and Debian's packages with them. */
const PROGRAMS = ['hledger', 'ledger', 'bean-check', 'bean-query'];
const DEBIAN_PACKAGES = ['hledger', 'ledger', 'beancount'];

/** Whether all of these programs are in the folders of PATH. */
export function hasAccountingPrograms(): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return PROGRAMS.every((program) => folders.some((folder) => existsSync(join(folder, program))));
}

/** Installs the programs where one is missing, as root on Debian. Elsewhere the tests that need them are skipped. */
export async function ensureAccountingPrograms(): Promise<void> {
  if (hasAccountingPrograms() || !canInstallDebianPackages()) return;
  console.log('Installing hledger, Ledger and Beancount, by which the journals of exports are judged.');
  await installDebianPackages(DEBIAN_PACKAGES);
}
