import type { ChangeSet } from '../../../contract/ledger-calls.ts';
import { fetchData } from '../../server/cache.ts';
import { listQuery, type Page, type PageInput } from '../../server/list-query.ts';
import { CHANGE_SETS } from '../../server/queries.ts';
import { localDateOf } from '../../ui/day.ts';

/** Which change-sets are listed: of one kind, of an account, recorded on a day (ISO date of the local time zone). */
export type ChangeSetFilter = {
  kind?: ChangeSet['kind'];
  account?: string;
  day?: string;
};

/** The change-sets that a filter lets through, newest first. */
export function changeSetsQuery({ day, ...filter }: ChangeSetFilter) {
  async function loadPage(input: PageInput): Promise<Page<ChangeSet>> {
    const { changeSets, next } = await fetchData('getChangeSets', { ...filter, ...input });
    return { rows: changeSets, next };
  }
  return listQuery([CHANGE_SETS, JSON.stringify({ ...filter, day })], (input) =>
    day === undefined ? loadPage(input) : loadPageOfDay(day, loadPage, input),
  );
}

/** The change-sets with these ids, in their order. */
export function chosenChangeSetsQuery(ids: readonly string[]) {
  return listQuery([CHANGE_SETS, 'chosen', ...ids], async (): Promise<Page<ChangeSet>> => {
    const details = await Promise.all(ids.map((id) => fetchData('getChangeSet', { id, limit: 1 })));
    return { rows: details.map(({ changeSet }) => changeSet), next: null };
  });
}

type LoadPage = (input: PageInput) => Promise<Page<ChangeSet>>;

const dayOf = ({ recordedAt }: ChangeSet) => localDateOf(new Date(recordedAt));

async function loadPageOfDay(day: string, loadPage: LoadPage, input: PageInput): Promise<Page<ChangeSet>> {
  const start = input.before === undefined ? await cursorAfter(day, loadPage) : {};
  const { rows, next } = await loadPage({ ...input, ...start });
  return {
    rows: rows.filter((row) => dayOf(row) === day),
    next: rows.every((row) => dayOf(row) >= day) ? next : null,
  };
}

/**
 * Finds the cursor of the newest change-set that was not recorded after a day: change-sets are in the order of recording, and
 * cursors are revisions, so it halves the revisions in question by each call.
 */
async function cursorAfter(day: string, loadPage: LoadPage): Promise<{ before?: string }> {
  let tooLate: number | undefined;
  let early = 0;
  let tried: number | undefined;
  while (tooLate === undefined || early < tooLate) {
    const { rows, next } = await loadPage({ limit: 1, ...(tried !== undefined && { before: String(tried) }) });
    const [newest] = rows;
    if (!newest || dayOf(newest) <= day) {
      if (tried === undefined) return {};
      early = tried;
    } else {
      tooLate = next === null ? 0 : Number(next);
      if (early > tooLate) early = tooLate;
    }
    if (tooLate !== undefined) tried = Math.ceil((early + tooLate) / 2);
  }
  return { before: String(early) };
}
