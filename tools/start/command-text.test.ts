import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandText } from './command-text.ts';

test.each(['/tmp/daybook', "/tmp/Meine Bücher & Geld+1%/it's $HOME", '/tmp/`x`/"y"'])(
  'a shell reads %s as it is',
  (path) => {
    const line = commandText({ FOLDER: path, PORT: undefined }, 'printenv FOLDER');
    expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe(`${path}\n`);
    expect(line).not.toContain('PORT');
  },
);

test('a plain path needs no quotes', () => {
  expect(commandText({ DAYBOOK_DATA: '/tmp/daybook', PORT: '4000' }, 'npm start')).toBe(
    'DAYBOOK_DATA=/tmp/daybook PORT=4000 npm start',
  );
});
