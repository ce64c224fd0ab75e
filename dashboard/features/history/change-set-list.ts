import type { CallInput } from '../../../contract/calls.ts';
import type { ChangeSet } from '../../../contract/ledger-calls.ts';
import { CHANGE_SET_LIST } from '../../server/change-sets.ts';
import { call } from '../../server/client.ts';
import { mapData, type Outcome } from '../../server/problem.ts';
import { type Page, type PagedResource, pagedResource } from '../../server/resource.ts';
import { localDateOf } from '../../ui/day.ts';

/** Which change-sets are listed: of one kind, of an account, recorded on a day (ISO date of the local time zone). */
export type ChangeSetFilter = {
  kind?: ChangeSet['kind'];
  account?: string;
  day?: string;
};

type PageInput = CallInput<'getChangeSets'>;

/** The change-sets that a filter lets through, newest first. */
export function changeSetsResource(filter: ChangeSetFilter): PagedResource<ChangeSet> {
  const { day, ...which } = filter;
  const loadPage = async (input: PageInput): Promise<Outcome<Page<ChangeSet>>> =>
    mapData(await call('getChangeSets', { ...which, ...input }), ({ changeSets, next }) => ({
      rows: changeSets,
      next,
    }));
  return pagedResource<ChangeSet>(
    [CHANGE_SET_LIST, JSON.stringify(filter)],
    day === undefined ? loadPage : (input) => loadPageOfDay(day, loadPage, input),
    { rowsChange: true },
  );
}

/** The change-sets with these ids, in their order. */
export function chosenChangeSetsResource(ids: readonly string[]): PagedResource<ChangeSet> {
  return pagedResource<ChangeSet>(
    [CHANGE_SET_LIST, 'chosen', ...ids],
    async () => {
      const rows: ChangeSet[] = [];
      for (const outcome of await Promise.all(ids.map((id) => call('getChangeSet', { id, limit: 1 })))) {
        if (!outcome.ok) return outcome;
        rows.push(outcome.data.changeSet);
      }
      return { ok: true, data: { rows, next: null } };
    },
    { rowsChange: true },
  );
}

type LoadPage = (input: PageInput) => Promise<Outcome<Page<ChangeSet>>>;

const dayOf = ({ recordedAt }: ChangeSet) => localDateOf(new Date(recordedAt));

async function loadPageOfDay(day: string, loadPage: LoadPage, input: PageInput): Promise<Outcome<Page<ChangeSet>>> {
  const start = input?.before === undefined ? await cursorAfter(day, loadPage) : { ok: true as const, data: input };
  if (!start.ok) return start;
  return mapData(await loadPage({ ...input, ...start.data }), ({ rows, next }) => ({
    rows: rows.filter((row) => dayOf(row) === day),
    next: rows.every((row) => dayOf(row) >= day) ? next : null,
  }));
}

/**
 * Finds the cursor of the newest change-set that was not recorded after a day: change-sets are in the order of recording, and
 * cursors are revisions, so it halves the revisions in question by each call.
 */
async function cursorAfter(day: string, loadPage: LoadPage): Promise<Outcome<{ before?: string }>> {
  let tooLate: number | undefined;
  let early = 0;
  let tried: number | undefined;
  while (tooLate === undefined || early < tooLate) {
    const outcome = await loadPage({ limit: 1, ...(tried !== undefined && { before: String(tried) }) });
    if (!outcome.ok) return outcome;
    const [newest] = outcome.data.rows;
    if (!newest || dayOf(newest) <= day) {
      if (tried === undefined) return { ok: true, data: {} };
      early = tried;
    } else {
      tooLate = outcome.data.next === null ? 0 : Number(outcome.data.next);
      if (early > tooLate) early = tooLate;
    }
    if (tooLate !== undefined) tried = Math.ceil((early + tooLate) / 2);
  }
  return { ok: true, data: { before: String(early) } };
}
