import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCommandLine } from '../command-lines/read.ts';
import { endingWell } from './command.ts';
import { buildDashboard, sourcesHash } from './dashboard-build.ts';
import { listenForStop } from './stop-requests.ts';

const USAGE = `Builds the dashboard into dist/dashboard, as npm start does where it is missing or outdated.

  --report   also prints what each script consists of
  --help     this

Exit code: 0 done, 2 it could not be done, 130 interrupted.`;

/** Written by `dashboard/build/chunk-report.ts`. */
const CHUNK_REPORT_FILE = '.chunks.txt';

const root = join(import.meta.dirname, '..', '..');

const { values } = readCommandLine(USAGE, { report: { type: 'boolean' } });
process.exit(
  await endingWell(async () => {
    const hash = await sourcesHash(root);
    const dist = join(root, 'dist');
    await buildDashboard({ root, dist, hash }, listenForStop().stopping.signal);
    if (values.report) process.stdout.write(await readFile(join(dist, 'dashboard', CHUNK_REPORT_FILE), 'utf8'));
    return 0;
  }),
);
