import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importPath } from './import-path.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The imports that the files of a folder may have besides files of their own folder. `imports` has folders and files
 * from the root; a file may list names: then only those. `types` has files of which only types may be imported.
 */
type Border = { imports?: string[]; types?: string[]; packages?: string[] };

const MONEY_AND_DAYS = ['categories', 'constants', 'days', 'money'].map((name) => `ledger/model/${name}.ts`);
const PLAIN_LEDGER = [...MONEY_AND_DAYS, 'ledger/model/fields.ts'];
const IMPORTS_PACKAGES = [
  '@e965/xlsx',
  'chardet',
  'fast-xml-parser',
  'iconv-lite',
  'node:*',
  'papaparse',
  'parse5',
  'sql.js',
  'yauzl',
  'zod',
];
const TOPICS = [
  ...globSync('ledger/*/events.ts', { cwd: root }).sort(),
  ...['ledger/change-sets.ts', 'ledger/imports.ts', 'ledger/payments.ts', 'ledger/reset.ts'],
];
const FEATURES = readdirSync(join(root, 'dashboard/features'));
const BESIDE_FEATURES = readdirSync(join(root, 'dashboard'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['app', 'build', 'features', 'public', 'testing'].includes(entry.name))
  .map(({ name }) => `dashboard/${name}`);
const SCREENS: Border = {
  imports: [
    ...[
      'contract',
      'ledger/model/categories.ts',
      'ledger/model/comparable-text.ts',
      'ledger/model/held-share.ts',
      'ledger/model/left-of-plan.ts',
      'ledger/model/months.ts',
      'ledger/model/schedule-rule.ts',
      'ledger/model/usual-wallet.ts',
      'ledger/reports/words.ts',
      'ledger/schedules/days.ts',
      'ledger/line/arithmetic.ts',
    ],
    ...['conditions', 'days', 'query', 'read-query', 'write-query'].map((name) => `ledger/search/${name}.ts`),
    ...[...MONEY_AND_DAYS, ...BESIDE_FEATURES],
  ],
  packages: [
    ...['@hookform/resolvers', '@tanstack/react-query', '@tanstack/react-virtual', 'cmdk', 'date-fns', 'radix-ui'],
    ...['@visx/axis', '@visx/group', '@visx/pattern', '@visx/scale', '@visx/shape', 'd3-array', 'zod', 'zustand'],
    '@simplewebauthn/browser',
    ...['class-variance-authority', 'react', 'react-dom', 'react-hook-form', 'react-router-dom', 'sonner'],
  ],
};

/**
 * Who may import whom. The longest folder of a file counts. A folder that is not listed may import anything: tests,
 * measurements and the programs of `docs/`.
 */
const BORDERS: Record<string, Border> = {
  ledger: { packages: ['@date-fns/utc', 'date-fns', 'uuid', 'zod'] },
  'ledger/log': { imports: ['ledger'], packages: ['node:crypto', 'zod'] },

  // Readers know money and days. Daybook's own export holds events, and a plan becomes commands.
  imports: {
    imports: [...PLAIN_LEDGER, 'ledger/model/comparable-text.ts', 'imports/formats/daybook'],
    types: ['ledger/model/origins.ts', 'ledger/model/budget.ts', 'ledger/model/entity-states.ts'],
    packages: IMPORTS_PACKAGES,
  },
  'imports/formats/daybook': { imports: ['imports', 'ledger'], packages: IMPORTS_PACKAGES },
  'imports/preview': {
    imports: [
      ...['imports', ...PLAIN_LEDGER, 'ledger/model/comparable-text.ts', 'ledger/model/usual-wallet.ts'],
      ...[
        'ledger/model/storable.ts',
        'ledger/model/tags.ts',
        'contract/texts.ts',
        'ledger/rules',
        'ledger/schedules/matching.ts',
      ],
    ],
    types: [
      ...[
        'ledger/model/origins.ts',
        'ledger/model/rule-fields.ts',
        'ledger/model/schedule.ts',
        'ledger/model/state.ts',
        'ledger/model/values.ts',
      ],
      ...['ledger/schedules/listed.ts', 'ledger/search/matching-parts.ts'],
    ],
    packages: IMPORTS_PACKAGES,
  },
  'imports/plan': { imports: ['contract/texts.ts', 'imports', 'ledger'], packages: IMPORTS_PACKAGES },
  // Only these two know the event store's client.
  'event-log': { packages: ['@eventstore/db-client'] },
  'tools/copy-log': {
    imports: ['event-log', 'tools/command-lines'],
    packages: ['@eventstore/db-client', 'node:*', 'uuid'],
  },

  platform: { packages: ['@opentelemetry/api', '@opentelemetry/sdk-node', 'node:*', 'pg', 'pino', 'prom-client'] },
  projections: {
    imports: ['ledger', 'event-log', 'platform', 'tools/command-lines'],
    packages: ['node:*', 'pg', 'pg-listen'],
  },

  // The audit works out the books by itself, so that an error can't hide in both: no fold, no evolve, no definition.
  audit: {
    imports: [
      ...['ledger/log/codec.ts', 'ledger/model/constants.ts', 'ledger/model/double-entry.ts', 'ledger/model/money.ts'],
      'ledger/model/categories.ts { CATEGORY_NAME_MAX, OWN_CATEGORIES_MAX }',
      ...['ledger/events.ts { postingsOf }', 'ledger/model/values.ts', 'event-log', 'platform'],
      ...['projections/lease/lease.ts', 'projections/tables', 'tools/command-lines'],
    ],
    types: ['ledger/events.ts', ...TOPICS],
    packages: ['node:*'],
  },

  contract: {
    imports: [
      ...PLAIN_LEDGER,
      ...['ledger/rules/split.ts', 'ledger/model/months.ts', 'ledger/model/tags.ts', 'ledger/model/schedule-rule.ts'],
      'ledger/model/comparable-text.ts',
      'ledger/reports/words.ts',
    ],
    types: ['ledger/line/amounts.ts', 'ledger/line/line.ts', 'ledger/reconcile/causes.ts'],
    packages: ['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', 'zod'],
  },

  // The API reads the read models; the worker writes them.
  api: {
    imports: [
      ...['ledger', 'imports', 'audit', 'contract', 'event-log', 'platform'],
      'package.json',
      ...['projections/queries', 'projections/storage', 'projections/tables'],
      ...['projections/ledger-views.ts', 'projections/listen.ts', 'projections/wait-for-revision.ts'],
      'projections/open-log.ts',
      'tools/command-lines',
      ...['mcp/ask.ts', 'mcp/server.ts'],
    ],
    packages: [
      ...['@modelcontextprotocol/sdk', 'light-my-request'],
      ...['@simplewebauthn/server', 'openid-client', 'otpauth', 'qrcode-generator'],
      ...['@date-fns/utc', '@koa/bodyparser', '@koa/multer', '@koa/router', '@koa/send', '@node-rs/argon2', 'date-fns'],
      ...['koa', 'koa-helmet', 'multer', 'node:*', 'pg', 'rate-limiter-flexible', 'sharp', 'stripe', 'yazl', 'zod'],
    ],
  },

  // The tools of agents know the server by the calls of the contract.
  mcp: {
    imports: ['contract', 'ledger/model/constants.ts', 'ledger/model/months.ts', 'tools/command-lines'],
    packages: ['@modelcontextprotocol/sdk', 'zod'],
  },

  // The dashboard reaches the server by the contract alone. No folder beside features/ and app/ imports one of these.
  ...Object.fromEntries([...BESIDE_FEATURES, ...FEATURES.map((name) => `dashboard/features/${name}`)].map(screens)),
  // The form proposes by the user's rules, as the API does for a line.
  'dashboard/features/transactions': {
    ...SCREENS,
    imports: [...(SCREENS.imports ?? []), 'ledger/rules/apply.ts', 'ledger/rules/propose.ts'],
    types: ['ledger/model/rule.ts', 'ledger/rules/rule.ts', 'ledger/search/matching-parts.ts'],
  },
  'dashboard/app': { ...SCREENS, imports: [...(SCREENS.imports ?? []), 'dashboard/features'] },
  dashboard: {
    imports: ['dashboard/app', 'dashboard/browser-state', 'dashboard/styles', 'dashboard/build'],
    packages: ['react', 'react-dom', 'react-router-dom', '@tailwindcss/vite', '@vitejs/plugin-react', 'vite'],
  },
  'dashboard/build': { packages: ['node:*', 'vite'] },

  // The stand-ins know nothing of Daybook; `npm start` knows them and starts the rest as programs.
  'tools/embedded': {
    packages: [
      ...['@eventstore/db-client', '@koa/router', '@opentelemetry/api', '@opentelemetry/sdk-node'],
      ...['fs-native-extensions', 'koa', 'node:*', 'pg'],
    ],
  },
  'tools/command-lines': { packages: ['node:*'] },
  'tools/start': {
    imports: [
      ...['tools/backup', 'tools/command-lines', 'tools/copy-log/progress.ts', 'tools/embedded/postgres'],
      'tools/status',
    ],
    packages: ['node:*', 'pg', 'selfsigned', 'tar', 'vite'],
  },

  // A status is what the stores tell.
  'tools/status': {
    imports: ['api/files/sizes.ts', 'event-log/event-log.ts', 'platform', 'projections/queries/projection-state.ts'],
    packages: ['node:*'],
  },

  // Backups know what tables there are, and make them again.
  'tools/backup': {
    imports: [
      ...[
        'api/export/zip.ts',
        'api/identity/new-password.ts',
        'api/identity/passwords.ts',
        'api/migrations.ts',
        'event-log/event-log.ts',
      ],
      ...['package.json', 'platform', 'tools/embedded/eventstore/storage/schema.ts'],
    ],
    packages: ['node:*', 'pg', 'yauzl', 'zod'],
  },
};

function screens(folder: string): [string, Border] {
  return [folder, SCREENS];
}

/** An import: the path or package it names, and the names it takes, each with whether it is only a type. */
type Import = { imported: string; names: { name: string; isType: boolean }[] };

const IMPORTS = /\b(?:import|export)\s+(type\s+)?(?:([^'";]*?)\s+from\s+)?'([^'$]+)'|\bimport\(\s*'([^'$]+)'/g;

function importsIn(path: string, text: string): Import[] {
  return [...text.matchAll(IMPORTS)].map(([, type, names = '*', fixed, lazy]) => {
    const imported = fixed ?? lazy ?? '';
    return {
      imported: importPath(path, imported),
      names: names
        .replace(/[{}]/g, '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => ({ name: name.replace(/^type /, ''), isType: type !== undefined || name.startsWith('type ') })),
    };
  });
}

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** The folder of the table that counts for a file: the longest. */
const folderOf = (path: string): string | null =>
  Object.keys(BORDERS)
    .filter((folder) => isIn(path, folder))
    .sort((a, b) => b.length - a.length)[0] ?? null;

/** The permissions of a folder that allow an import; empty: none does. */
function permissionsFor({ imported, names }: Import, { imports = [], types = [], packages = [] }: Border): string[] {
  const values = names.filter(({ isType }) => !isType);
  return [
    ...imports.filter((entry) => {
      const [, file = entry, allowed] = /^(.*) \{ (.*) \}$/.exec(entry) ?? [];
      return isIn(imported, file) && (!allowed || values.every(({ name }) => allowed.split(', ').includes(name)));
    }),
    ...types.filter((file) => imported === file && values.length === 0),
    ...packages.filter((name) => isIn(imported, name) || (name === 'node:*' && imported.startsWith('node:'))),
  ];
}

/** Each import of a file that its folder may not have, as "<file> imports <path or package>". */
function violations(path: string, text: string): string[] {
  const folder = folderOf(path);
  const border = folder === null ? undefined : BORDERS[folder];
  if (!border) return [];
  return importsIn(path, text)
    .filter(({ imported }) => folderOf(imported) !== folder)
    .filter((each) => permissionsFor(each, border).length === 0)
    .map(({ imported }) => `${path} imports ${imported}`);
}

const sources = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['node_modules', 'dist', '.git', '.data'] })
  .filter((path) => !/\.test\.tsx?$|(^|\/)testing\//.test(path) && folderOf(path) !== null)
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

describe.each(Object.entries(BORDERS))('%s', (folder, border) => {
  const own = sources.filter(({ path }) => folderOf(path) === folder);

  test('imports only what its line of the table allows', () => {
    expect(own.flatMap(({ path, text }) => violations(path, text))).toEqual([]);
  });

  // Features and what they share have one list.
  if (border === SCREENS) return;
  test('uses each of its permissions', () => {
    const used = own.flatMap(({ path, text }) => importsIn(path, text).flatMap((each) => permissionsFor(each, border)));
    const allowed = [...(border.imports ?? []), ...(border.types ?? []), ...(border.packages ?? [])];
    const unused = allowed.filter((permission) => !used.includes(permission));
    const shared = [...(SCREENS.imports ?? []), ...(SCREENS.packages ?? []), ...PLAIN_LEDGER, ...IMPORTS_PACKAGES];
    expect(unused.filter((permission) => !shared.includes(permission))).toEqual([]);
  });
});

test.each([
  ['ledger/goals/planted.ts', "import '#event-log/event-log.ts';"],
  ['ledger/planted.ts', "import { hash } from 'node:crypto';"],
  ['imports/formats/planted.ts', "import { decide } from '#ledger/decide/decide.ts';"],
  ['contract/planted.ts', "export * from '#ledger/events.ts';"],
  ['projections/worker/planted.ts', "import {\n  CALLS,\n} from '#contract/calls.ts';"],
  ['projections/planted.ts', "import type { Client } from '@eventstore/db-client';"],
  ['audit/planted.ts', "import { project } from '#projections/fold/project.ts';"],
  ['audit/planted.ts', "import { evolve } from '#ledger/evolve.ts';"],
  ['audit/planted.ts', "import { definitionOf } from '#ledger/events.ts';"],
  ['audit/planted.ts', "import { type LedgerEvent, definitionOf } from '#ledger/events.ts';"],
  ['audit/topics/planted.ts', "import { goalEvents } from '#ledger/goals/events.ts';"],
  ['platform/planted.ts', "import { cents } from '#ledger/model/money.ts';"],
  ['api/planted.ts', "const { worker } = await import('#projections/worker/worker.ts');"],
  ['api/planted.ts', "import { start } from '#tools/embedded/postgres/start.ts';"],
  ['dashboard/features/overview/planted.tsx', "import { app } from '#api/app.ts';"],
  ['dashboard/features/overview/planted.tsx', "import { Goals } from '../goals/goals.tsx';"],
  ['dashboard/features/overview/planted.tsx', "import '../../app/navigation.ts';"],
  ['dashboard/features/transactions/planted.tsx', "import { asSql } from '#projections/queries/search-sql.ts';"],
  ['dashboard/ui/planted.tsx', "import { Goals } from '../features/goals/goals.tsx';"],
  ['tools/embedded/eventstore/planted.ts', "import { cents } from '#ledger/model/money.ts';"],
  ['tools/copy-log/planted.ts', "import { definitions } from '#ledger/events.ts';"],
])('%s may not have: %s', (path, text) => {
  expect(violations(path, text)).toHaveLength(1);
});

const STAND_IN = 'tools/embedded/eventstore';
/** The files of the event store's stand-in by which others may start it, and the table that backups have rows of. */
const DOORS: Record<string, string> = {
  [`${STAND_IN}/server.ts`]: 'tests',
  [`${STAND_IN}/testing/event-stores.ts`]: 'tests',
  [`${STAND_IN}/testing/scavenge.ts`]: 'tests',
  [`${STAND_IN}/storage/schema.ts`]: 'tests/backup tools/backup',
};

test('the event store’s stand-in is entered by its doors alone', () => {
  const entries = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules', 'dist', '.git', '.data'] })
    .filter((path) => !isIn(path, STAND_IN) && path !== 'tests/repo/borders.test.ts')
    .flatMap((path) => importsIn(path, readFileSync(join(root, path), 'utf8')).map((each) => ({ path, ...each })))
    .filter(({ imported }) => isIn(imported, STAND_IN));
  expect(new Set(entries.map(({ imported }) => imported))).toEqual(new Set(Object.keys(DOORS)));
  const guests = ({ imported }: { imported: string }) => DOORS[imported]?.split(' ') ?? [];
  const climbing = entries.filter((entry) => !guests(entry).some((folder) => isIn(entry.path, folder)));
  expect(climbing.map(({ path, imported }) => `${path} imports ${imported}`)).toEqual([]);
});

test('the API names no table of the read models: statements on these stand in projections/', () => {
  const ofReadModels = /\$\{LIVE\}\.|\bprojections\.\w/;
  const api = sources.filter(({ path }) => isIn(path, 'api') && !path.endsWith('/migrations.ts'));
  expect(api.filter(({ text }) => ofReadModels.test(text)).map(({ path }) => path)).toEqual([]);
});

test('the table reads types apart from values', () => {
  const types = "import { type LedgerEvent, postingsOf } from '#ledger/events.ts';";
  expect(violations('audit/planted.ts', types)).toEqual([]);
  expect(violations('audit/planted.ts', "import type { GoalEvent } from '#ledger/goals/events.ts';")).toEqual([]);
});

test('an import of another top-level folder begins at the root, as #ledger/… does', () => {
  const climbing = sources.flatMap(({ path, text }) =>
    [...text.matchAll(IMPORTS)]
      .map(([, , , fixed, lazy]) => fixed ?? lazy ?? '')
      .filter((name) => name.startsWith('.') && importPath(path, name).split('/')[0] !== path.split('/')[0])
      .map((name) => `${path} imports ${name}`),
  );
  expect(climbing).toEqual([]);
});

test('the files that the table reads are those of the product', () => {
  expect(sources.length).toBeGreaterThan(500);
});
