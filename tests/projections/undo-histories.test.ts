import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Command } from '#ledger/decide/commands.ts';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { entangled, planned } from '#ledger/testing/entangled-commands.ts';
import { carriedOut } from '#ledger/testing/scenario.ts';
import { previewUndo } from '#ledger/undo/preview-undo.ts';
import { needsOfUndo } from '#ledger/undo/undo.ts';
import { openClient } from '#platform/postgres.ts';
import { erase, project } from '#projections/fold/project.ts';
import type { ProjectionChanges } from '#projections/fold/projection-changes.ts';
import { loadSnapshot } from '#projections/queries/snapshot.ts';
import { loadStoredRows, storeChanges } from '#projections/storage/storage.ts';
import { createReadModels, LIVE } from '#projections/tables/read-models.ts';
import { LEDGER } from '#projections/testing/given-rows.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await openClient(database.url);
  await createReadModels(client, LIVE);
});
afterAll(async () => {
  await client.end();
  await database.release();
});

const load = async (): Promise<ProjectionChanges> =>
  (await loadStoredRows(client, LIVE, [LEDGER], [LEDGER])).get(LEDGER) as ProjectionChanges;
const store = async (changed: ProjectionChanges) => void (await Promise.all(storeChanges(client, LIVE, [changed])));

/** As JSON, in which what is not there and what is undefined are the same. */
const comparable = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)));

test.each<[string, () => fc.Arbitrary<Command[]>]>([
  ['any commands', () => anyCommands(60)],
  ['commands about the same few entries', entangled],
  ['plans of categories that are merged', planned],
])('an undo is planned on stored rows as on all events: %s', async (_, commands) => {
  let undos = 0;
  const answers = fc.array(fc.constantFrom('now' as const, 'then' as const), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(commands(), answers, async (commands, answers) => {
      const { events, state } = carriedOut(commands, answers);
      fc.pre(events.length > 0);
      await store(erase(await load(), 0n));
      await store(project(await load(), events));
      for (const changeSetId of state.history.changeSets.keys()) {
        const { state: stored } = await loadSnapshot(client, {
          ledgerId: LEDGER,
          commandId: '',
          needs: needsOfUndo(changeSetId),
        });
        const whole = previewUndo(state, changeSetId, '2026-01-01');
        expect(comparable(previewUndo(stored, changeSetId, '2026-01-01'))).toEqual(comparable(whole));
        undos += 1;
      }
    }),
    { numRuns: 40 },
  );
  expect(undos).toBeGreaterThan(100);
});
