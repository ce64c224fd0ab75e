import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BackupFailure } from '../backup/failure.ts';
import { requirePassphrase } from '../backup/schedule.ts';

/**
 * Gives the passphrase of a backup: `BACKUP_PASSPHRASE`, or what is typed at the terminal, which doesn't show it; for a
 * new backup it is typed twice. Throws a BackupFailure where there is neither, it is too short, or the two differ, and
 * the reason of the signal.
 */
export async function passphraseFor(
  purpose: 'new' | 'existing',
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const given = env.BACKUP_PASSPHRASE;
  if (given) {
    if (purpose === 'new') requirePassphrase(given);
    return given;
  }
  if (!process.stdin.isTTY) {
    throw new BackupFailure(
      'The passwords of users are encrypted by a passphrase: set BACKUP_PASSPHRASE, or leave them out with ' +
        '--without-secrets.',
    );
  }
  const typed = await ask('Passphrase: ', signal);
  if (purpose === 'existing') return typed;
  requirePassphrase(typed);
  if ((await ask('Once more: ', signal)) !== typed) throw new BackupFailure('The two passphrases differ: try again.');
  return typed;
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  // The terminal gives Ctrl-C to this interface, which here means what it means elsewhere.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  process.stderr.write(question);
  try {
    return await terminal.question('', { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
