import { join } from 'node:path';
import { readCommandLine } from '../command-lines/read.ts';
import { endingWell } from './command.ts';
import { buildDashboard, sourcesHash } from './dashboard-build.ts';
import { listenForStop } from './stop-requests.ts';

const USAGE = `Builds the dashboard into dist/dashboard, as npm start does where it is missing or outdated.

  --help   this

Exit code: 0 done, 2 it could not be done, 130 interrupted.`;

const root = join(import.meta.dirname, '..', '..');

readCommandLine(USAGE, {});
process.exit(
  await endingWell(async () => {
    const hash = await sourcesHash(root);
    await buildDashboard({ root, dist: join(root, 'dist'), hash }, listenForStop().stopping.signal);
    return 0;
  }),
);
