import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const copied = (text: string) =>
    [...text.matchAll(/^COPY (?!--from)(.*)$/gm)].flatMap(([, words = '']) => words.split(' ').slice(0, -1));

  test('copies what is there and not kept from it', () => {
    const allowed =
      read('.dockerignore')
        .match(/^!.*$/gm)
        ?.map((line) => line.slice(1)) ?? [];
    for (const path of copied(dockerfile)) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    expect(new Set(copied(dockerfile))).toEqual(new Set(allowed));
    expect(read('.dockerignore')).toMatch(/^\*$/m);
  });

  test('runs on the Node that package.json names, as a user who is not root', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(dockerfile).toContain(`FROM node:${dependencies.node}-`);
    expect(last).toMatch(/^USER node$/m);
    const [, program = ''] = /^CMD \["node", "(.*)"\]$/m.exec(last) ?? [];
    expect(existsSync(join(root, program))).toBe(true);
  });

  test('takes out no package that its programs import, and copies every folder they import from', () => {
    const folders = copied(last).filter((path) => !path.includes('.') && path !== 'LICENSE');
    const [, list = ''] = /rm -rf (.*)/.exec(dockerfile) ?? [];
    const removed = list.trim().split(/\s+/);
    for (const path of globSync(`{${folders.join(',')}}/**/*.ts`, { cwd: root })) {
      if (path.endsWith('.test.ts') || path.includes('/testing/')) continue;
      for (const [, name = ''] of read(path).matchAll(
        /^(?:import|\} from|import .* from|export .* from).*?'([^']+)';$/gm,
      )) {
        if (isBuiltin(name)) continue;
        const target = name.startsWith('.') ? join(path, '..', name).split('/')[0] : name;
        const wrong = name.startsWith('.')
          ? !folders.includes(target ?? '')
          : removed.some((one) => target?.startsWith(`${one}/`) || target === one);
        expect([path, name, wrong]).toEqual([path, name, false]);
      }
    }
  });
});
