import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SCHEME } from '#event-log/client.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Opens a log in a process of its own, which may print which client it has. */
async function open(client: string): Promise<string> {
  const script = `
    import { SCHEME } from './event-log/client.ts';
    import { openEventLog } from './event-log/event-log.ts';
    await openEventLog('esdb://127.0.0.1:1?tls=false').close();
    console.log(SCHEME);
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    env: { ...process.env, EVENTSTORE_CLIENT: client },
  });
  return stdout.trim();
}

test('these tests run on the client that EVENTSTORE_CLIENT names', () => {
  expect(SCHEME).toBe(process.env.EVENTSTORE_CLIENT === 'kurrentdb' ? 'kurrentdb' : 'esdb');
});

test.each([
  ['', 'esdb'],
  ['eventstore', 'esdb'],
  ['kurrentdb', 'kurrentdb'],
])('EVENTSTORE_CLIENT=%s loads a client with the scheme %s', async (client, scheme) => {
  expect(await open(client)).toBe(scheme);
});

test('another client is refused by its name', async () => {
  await expect(open('postgres')).rejects.toThrow(
    `EVENTSTORE_CLIENT is 'postgres', but there are only eventstore and kurrentdb.`,
  );
});
