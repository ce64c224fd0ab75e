import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Finding, lintPlanted } from '../support/planted-files.ts';

// Which folder may import which: api → projections → ledger; api, dashboard → contract → ledger's constants and money;
// api, projections → platform. The audit shares no fold with what it audits. Stand-ins import no other folder, and only start/ imports them.
const FORBIDDEN: [from: string, imported: string, name?: string][] = [
  ['ledger/planted.ts', '../event-log/event-log.ts'],
  ['ledger/goals/planted.ts', '../../event-log/event-log.ts'],
  ['ledger/planted.ts', '../projections/fold/projection-changes.ts'],
  ['ledger/planted.ts', '../contract/messages.ts'],
  ['ledger/planted.ts', '../platform/log.ts'],
  ['ledger/planted.ts', '@eventstore/db-client'],
  ['ledger/planted.ts', 'node:crypto'],
  ['ledger/planted.ts', 'pg'],
  ['event-log/planted.ts', '../platform/log.ts'],
  ['event-log/planted.ts', '../ledger/events.ts'],
  ['imports/planted.ts', '../api/app.ts'],
  ['imports/formats/planted.ts', '../../ledger/decide.ts'],
  ['imports/planted.ts', '../contract/messages.ts'],
  ['contract/planted.ts', '../event-log/event-log.ts'],
  ['dashboard/features/overview/planted.tsx', '../../../event-log/event-log.ts'],
  ['embedded/eventstore/planted.ts', '../../event-log/event-log.ts'],
  ['platform/planted.ts', '../event-log/event-log.ts'],
  ['event-log/planted.ts', 'node:fs'],
  ['contract/planted.ts', '../ledger/decide.ts'],
  ['contract/planted.ts', '../api/app.ts'],
  ['contract/planted.ts', '../projections/fold/projection-changes.ts'],
  ['projections/planted.ts', '../api/app.ts'],
  ['projections/worker/planted.ts', '../../contract/calls.ts'],
  ['projections/planted.ts', '@eventstore/db-client'],
  ['projections/audit/planted.ts', '../fold/project.ts'],
  ['projections/audit/planted.ts', '../../ledger/evolve.ts'],
  ['projections/audit/planted.ts', '../../ledger/images.ts'],
  ['projections/audit/planted.ts', '../../ledger/model/undo.ts'],
  ['projections/audit/planted.ts', '../../ledger/events.ts', 'definitionOf'],
  ['projections/audit/planted.ts', '../../ledger/goals/events.ts', 'goalEvents'],
  ['projections/audit/planted.ts', '../../ledger/goals/commands.ts'],
  ['projections/audit/planted.ts', '../../api/app.ts'],
  ['platform/planted.ts', '../ledger/model/money.ts'],
  ['platform/planted.ts', '../projections/fold/projection-changes.ts'],
  ['api/planted.ts', '../embedded/eventstore/server.ts'],
  ['api/identity/planted.ts', '../../dashboard/main.tsx'],
  ['api/planted.ts', '@eventstore/db-client'],
  ['api/planted.ts', '../start/settings.ts'],
  ['api/planted.ts', '../projections/worker/worker.ts'],
  ['api/planted.ts', '../projections/lease/lease.ts'],
  ['api/planted.ts', '../projections/batches/apply-batch.ts'],
  ['projections/audit/planted.ts', '../storage/storage.ts'],
  ['api/http/planted.ts', '../../projections/replay/replay.ts'],
  ['dashboard/features/overview/planted.tsx', '../../../api/app.ts'],
  ['dashboard/features/overview/planted.tsx', '../../../ledger/decide.ts'],
  ['dashboard/features/overview/planted.tsx', '../../../projections/fold/projection-changes.ts'],
  ['dashboard/features/overview/planted.tsx', '../../../platform/log.ts'],
  ['dashboard/features/overview/planted.tsx', 'node:fs'],
  ['dashboard/features/overview/planted.tsx', '../goals/goals.tsx'],
  ['dashboard/features/overview/planted.tsx', '../../features/goals/goals.tsx'],
  ['dashboard/features/overview/planted.tsx', '../../app/navigation.ts'],
  ['dashboard/ui/planted.tsx', '../features/goals/goals.tsx'],
  ['dashboard/entries/planted.tsx', '../app/navigation.ts'],
  ['dashboard/ui/planted.tsx', '../../api/app.ts'],
  ['dashboard/app/planted.tsx', '../../api/app.ts'],
  ['embedded/eventstore/planted.ts', '../../ledger/model/money.ts'],
  ['copy-log/planted.ts', '../ledger/events.ts'],
  ['copy-log/planted.ts', '../embedded/eventstore/server.ts'],
  ['embedded/postgres/planted.ts', '../../platform/log.ts'],
];

const ALLOWED: [from: string, imported: string, name?: string][] = [
  ['event-log/planted.ts', '@eventstore/db-client'],
  ['copy-log/planted.ts', '@eventstore/db-client'],
  ['copy-log/planted.ts', '../event-log/event-log.ts'],
  ['contract/planted.ts', '../ledger/model/constants.ts'],
  ['projections/planted.ts', '../ledger/events.ts'],
  ['projections/planted.ts', '../platform/postgres.ts'],
  ['projections/audit/planted.ts', '../tables/read-models.ts'],
  ['projections/audit/planted.ts', '../../ledger/events.ts', 'postingsOf'],
  ['api/planted.ts', '../projections/queries/snapshot.ts'],
  ['api/planted.ts', '../contract/calls.ts'],
  ['dashboard/features/overview/planted.tsx', '../../../contract/calls.ts'],
  ['dashboard/features/overview/planted.tsx', './balance.tsx'],
  ['dashboard/features/overview/planted.tsx', '../../ui/button.tsx'],
  ['dashboard/features/overview/planted.tsx', '../../entries/table.tsx'],
  ['dashboard/app/planted.tsx', '../features/goals/goals.tsx'],
  ['embedded/eventstore/planted.ts', 'node:fs'],
];

// All are planted at once, so that the linter runs once: each file's name says which line above it stands for.
const planted = [...FORBIDDEN, ...ALLOWED].map(([from, imported, name], at) => ({
  path: from.replace('planted', `planted-${at}`),
  text: `import ${name ? `{ ${name} }` : '* as planted'} from '${imported}';\nexport { ${name ?? 'planted'} };\n`,
}));
let found: Promise<Finding[]> | undefined;
const root = fileURLToPath(new URL('../../', import.meta.url));

async function rulesBrokenBy(at: number): Promise<string[]> {
  found ??= lintPlanted(planted);
  return (await found).filter(({ path }) => path === planted[at]?.path).map(({ rule }) => rule);
}

test.each(FORBIDDEN.map(([from, imported], at) => ({ from, imported, at })))(
  'the linter refuses that $from imports $imported',
  async ({ at }) => {
    expect(await rulesBrokenBy(at)).toContain('lint/style/noRestrictedImports');
  },
);

test.each(ALLOWED.map(([from, imported], at) => ({ from, imported, at: FORBIDDEN.length + at })))(
  'the linter allows that $from imports $imported',
  async ({ at }) => {
    expect(await rulesBrokenBy(at)).not.toContain('lint/style/noRestrictedImports');
  },
);

test.each([...FORBIDDEN, ...ALLOWED].filter(([, imported]) => imported.startsWith('.')))(
  'the file that %s imports exists: %s',
  (from, imported) => {
    expect(existsSync(join(root, dirname(from), imported))).toBe(true);
  },
);
