import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { ChangeSet } from '#contract/ledger-calls.ts';
import type { PageOfList } from '../../server/list-query.ts';
import { BlankRows } from '../../shared/entries/blank-rows.tsx';
import { BesideMargin, DayTable, DayTableSkeleton } from '../../shared/entries/day-table.tsx';
import { rowIndex } from '../../shared/entries/segments.ts';
import { useWindowedSegments } from '../../shared/entries/use-windowed-segments.ts';
import { chosenChanges } from '../../shared/explain/changes-address.ts';
import { localDateOf } from '../../ui/day.ts';
import { LoadError } from '../../ui/loading.tsx';
import { PageHeader, useTitle } from '../../ui/page.tsx';
import { useSteady } from '../../ui/use-steady.ts';
import { ChangeRow, ChangesHeader, ChangesSkeleton } from './change-row.tsx';
import { changeSetsQuery, chosenChangeSetsQuery } from './change-set-list.ts';
import { Filters, useFilters } from './filters.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { RunRow } from './run-row.tsx';
import { historyRows } from './runs.ts';
import { SealSection } from './seal/seal.tsx';
import { useVerification, VerificationResult, VerifyButton } from './seal/verification.tsx';

/** As many change-sets are open at first where the address names them, so that each shows before and after. */
const OPEN_AT_FIRST_MAX = 5;
/** The address of the fingerprint on this screen. */
const FINGERPRINT = '#fingerprint';

/** History screen: the change-sets of the user's ledger with their undo, the verification, and the fingerprint. */
export function HistoryScreen() {
  useTitle('History');
  const verification = useVerification();
  const { register, filter, clear } = useFilters();
  const [query, setQuery] = useSearchParams();
  const chosen = chosenChanges(query);
  const filterKey = JSON.stringify([filter, chosen]);
  const list = useInfiniteQuery(chosen === null ? changeSetsQuery(filter) : chosenChangeSetsQuery(chosen));
  const isFiltered = chosen === null && Object.keys(filter).length > 0;
  const isEmpty = list.data?.rows.length === 0;
  const isSteady = useSteady(!list.isPending, false);
  // The fingerprint is below the list, which doesn't grow while somebody is on the way there.
  const { hash } = useLocation();
  const [stopsAt, setStopsAt] = useState(hash === FINGERPRINT ? filterKey : null);
  const grows = stopsAt !== filterKey;
  return (
    <>
      <PageHeader
        heading="History"
        tools={
          <>
            <Link className="link whitespace-nowrap" to="/history/what-changed">
              What changed
            </Link>
            <Link className="link whitespace-nowrap" to="/history/balances">
              Running balance
            </Link>
            {chosen === null && (
              <a className="link max-md:hidden" href={FINGERPRINT} onClick={() => setStopsAt(filterKey)}>
                Fingerprint
              </a>
            )}
            <VerifyButton {...verification} />
          </>
        }
      />
      <VerificationResult {...verification} />
      {chosen === null && (isFiltered || !isEmpty) && <Filters register={register} />}
      {chosen !== null && <Chosen showAll={() => setQuery({})} />}
      {list.isPending && (
        <DayTableSkeleton label="History" head={<ChangesHeader />}>
          <ChangesSkeleton />
        </DayTableSkeleton>
      )}
      {list.isLoadingError && (
        <BesideMargin>
          <LoadError problem={list.error.problem} retry={list.refetch} />
        </BesideMargin>
      )}
      {isEmpty && (isFiltered ? <NothingFits clear={clear} /> : <NothingYet />)}
      {list.data && !isEmpty && (
        // Remounts after a verification, because the list measures its offset on mount and the result above moves it.
        <Changes
          key={verification.verifying.state + filterKey}
          list={grows ? list : { ...list, hasNextPage: false }}
          rows={list.data.rows}
          hasRuns={chosen === null && !isFiltered}
          openAtFirst={chosen !== null && chosen.length <= OPEN_AT_FIRST_MAX ? chosen : []}
        />
      )}
      {!grows && list.hasNextPage && (
        <BesideMargin>
          <button type="button" className="link my-4" onClick={() => setStopsAt(null)}>
            Show earlier changes
          </button>
        </BesideMargin>
      )}
      {chosen === null && (
        // The list, once it is there and measured, would move it.
        <div className={isSteady ? '' : 'invisible'}>
          <SealSection id={FINGERPRINT.slice(1)} />
        </div>
      )}
    </>
  );
}

type ChangesProps = {
  list: UseInfiniteQueryResult<PageOfList<ChangeSet>>;
  rows: readonly ChangeSet[];
  /** Whether runs are one row each. */
  hasRuns: boolean;
  /** The change-sets whose rows are open at first. */
  openAtFirst: readonly string[];
};

function Changes({ list, rows, hasRuns, openAtFirst }: ChangesProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(openAtFirst));
  const [focusedRow, setFocusedRow] = useState(0);
  const shown = useMemo(() => {
    const own = hasRuns ? historyRows(rows, open) : rows.map((changeSet) => ({ changeSet, run: null }));
    return own.map((row) => ({ ...row, date: localDateOf(new Date(row.changeSet.recordedAt)) }));
  }, [rows, hasRuns, open]);
  const windowed = useWindowedSegments(shown, focusedRow);

  function toggle(id: string) {
    setOpen((open) => (open.has(id) ? new Set([...open].filter((openId) => openId !== id)) : new Set([...open, id])));
  }

  return (
    <DayTable
      label="History"
      head={<ChangesHeader aria-rowindex={rowIndex.head} />}
      windowed={windowed}
      row={(row, rowNumber) => {
        const { changeSet, run } = row;
        const { _id } = run ?? changeSet;
        const own = {
          'aria-rowindex': rowNumber,
          open: open.has(_id),
          onToggle: () => toggle(_id),
          onFocus: () => setFocusedRow(shown.indexOf(row)),
        };
        return run ? <RunRow key={_id} run={run} {...own} /> : <ChangeRow key={_id} changeSet={changeSet} {...own} />;
      }}
      list={list}
      skeleton={<ChangesSkeleton />}
    />
  );
}

/** Says that the address names the change-sets that are listed. */
function Chosen({ showAll }: { showAll: () => void }) {
  return (
    <div className="mb-6 ml-(--indent) max-w-(--measure)">
      <p className="text-ink-muted">
        Only the changes that you came for.{' '}
        <button type="button" className="link" onClick={showAll}>
          Show all
        </button>
      </p>
    </div>
  );
}

function NothingFits({ clear }: { clear: () => void }) {
  return (
    <BesideMargin>
      <BlankRows>
        <span role="status">No change fits the filter</span>
        <button type="button" className="link" onClick={clear}>
          Show all
        </button>
      </BlankRows>
    </BesideMargin>
  );
}
