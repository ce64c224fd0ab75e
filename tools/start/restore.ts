import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, refuse } from '../command-lines/read.ts';
import { endingWell } from './command.ts';
import { commandText } from './command-text.ts';
import { passphraseFor } from './passphrase.ts';
import { restoreDatabase } from './restore-database.ts';
import { restoreFolder } from './restore-folder.ts';
import { readSettings } from './settings.ts';
import { listenForStop } from './stop-requests.ts';
import { createTerminal } from './terminal.ts';
import { verifyBackup } from './verify-backup.ts';

// `npm run restore`: makes a data folder of a backup.

const USAGE = `Makes a data folder of a backup, rebuilds the read models, and audits it.

  FILE               the backup
  --into FOLDER      the new data folder; by default that of npm start
  --verify           restores it into a temporary folder, audits that, and deletes it
  --without-secrets  doesn't read the secrets: each user gets a new password, in new-passwords.txt
  --help             this

It checks the whole file before it writes anything, and overwrites nothing. With DATABASE_URL and EVENTSTORE_URL it puts
a backup without events into that database, which must be empty.
Exit code: 0 done, 1 restored, but the audit found differences, 2 nothing was restored, 130 interrupted.`;

const root = fileURLToPath(new URL('../../', import.meta.url));
const terminal = createTerminal((text) => process.stderr.write(text));

process.exit(await endingWell(run));

async function run(): Promise<number> {
  const options = {
    into: { type: 'string' },
    verify: { type: 'boolean', default: false },
    'without-secrets': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = readCommandLine(USAGE, options, 1);
  const [file] = positionals;
  if (file === undefined) refuse('FILE is missing');
  const settings = readSettings(process.env);
  const stops = listenForStop();
  const askPassphrase = values['without-secrets']
    ? null
    : () => passphraseFor('existing', process.env, stops.stopping.signal);
  const { databaseUrl, eventStoreUrl, port } = settings;
  const restoring = { file: resolve(file), askPassphrase, terminal };
  if (values.verify) return await verifyBackup({ ...restoring, root }, settings, stops);
  if (values.into === undefined && databaseUrl && eventStoreUrl) {
    await restoreDatabase({ ...restoring, databaseUrl }, stops.stopping.signal);
    return 0;
  }
  const into = resolve(values.into ?? settings.dataDir);
  const { isClean } = await restoreFolder({ ...restoring, into, port, root }, stops);
  if (isClean) console.log(`${into} is restored: ${commandText({ DAYBOOK_DATA: into }, 'npm start')} starts it.`);
  else console.log(`${into} is restored, but the audit found differences.`);
  return isClean ? 0 : 1;
}
