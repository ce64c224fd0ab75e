import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCommand } from './support/run-command.ts';

// The command lines of all programs of package.json.

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
/** Programs of other packages, with command lines of their own. */
const OTHERS = ['types', 'lint', 'format', 'unit', 'services', 'browser'];
const OURS = Object.entries<string>(scripts).flatMap(([name, command]) => {
  const [script] = /[\w/.-]+\.ts$/.exec(command) ?? [];
  return OTHERS.includes(name) ? [] : [[name, script ?? command] as const];
});

test.each(OURS)(
  'npm run %s says what it takes, and refuses what it does not take in one sentence',
  async (_, script) => {
    // No store can be reached: nothing is started for a command line.
    const away = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
      EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false',
    };
    const help = await runCommand(script, ['--help'], away);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/^[A-Z][^\n]+[.,\w]\n/);
    expect(help.stdout).toMatch(/\n {2}--help +this\n/);
    expect(help.stdout).toMatch(/Exit code: 0 /);
    const refused = await runCommand(script, ['--fast'], away);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toBe("There is no option '--fast': --help says what it takes.\n");
  },
);

test.each([
  ['tools/start/backup.ts', [], 'FILE is missing'],
  ['tools/start/restore.ts', ['a', 'b'], "'b' is one argument too many"],
  ['tools/copy-log/main.ts', ['--from', 'esdb://127.0.0.1:9'], '--to is missing'],
  ['tools/copy-log/main.ts', ['--from'], '--from needs a value'],
  ['tests/screens.ts', ['--themes', 'pink'], '--themes pink is no theme'],
  ['tests/upgrade/freeze.ts', [], 'NAME is missing'],
  ['tests/crash/torture.ts', ['--minutes', 'many'], '--minutes many is no number above 0'],
  ['tools/start/status.ts', ['--help=1'], '--help takes no value'],
  ['tools/start/reset-sign-in.ts', ['--password'], '--email is missing'],
])('%s %j: %s', async (script, args, what) => {
  expect(await runCommand(script, args, {})).toEqual({
    ...{ code: 2, stdout: '' },
    stderr: `${what}: --help says what it takes.\n`,
  });
});
