import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ImportProgress } from '#contract/import-calls.ts';
import { forgetImportFile } from '../../browser-state/import-file.ts';
import { call } from '../../server/client.ts';
import { foundQuery, UNFILED } from '../../server/entry-queries.ts';
import { changeSetQuery } from '../../server/history-queries.ts';
import { confirmedDaysQuery } from '../../server/queries.ts';
import { suggestionsQuery } from '../../server/schedule-queries.ts';
import { useUser } from '../../server/user.ts';
import { countWords } from '../../shared/entries/count-words.ts';
import { askToUndo } from '../../shared/undo/undo-change.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { PageSection } from '../../ui/page.tsx';
import { BeginningLeft } from './beginnings.tsx';
import { type ImportState, resetImport, useImport } from './import-store.ts';
import { budgetWords, withSign } from './words.ts';

const POLL_MS = 500;

/** A link beside a term, which stays on its line where it has more room to be touched. */
const IN_LINE = 'link touch:-my-[0.3rem]';

/** Progress of the import while it is recorded. */
export function Importing({ importId }: { importId: string }) {
  const progress = useProgress(importId);
  const percent = progress && progress.total > 0 ? Math.floor((progress.recorded * 100) / progress.total) : null;
  return (
    <PageSection margin={<h2 className="note">Import</h2>}>
      <p role="status" className="mb-2">
        {percent === null ? 'Getting ready' : percent < 100 ? 'Recording' : 'Saving…'}
      </p>
      <div
        role="progressbar"
        aria-label="Import"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== null && { 'aria-valuenow': percent })}
        className="h-2 bg-rule forced-colors:border"
      >
        <div
          className="h-full bg-accent transition-[width] duration-(--slow) forced-colors:forced-color-adjust-none"
          style={{ width: `${percent ?? 0}%` }}
        />
      </div>
      <p className="mt-2 text-small text-ink-muted">
        {percent === null ? '0%' : `${percent}%`}. You can leave this page.
      </p>
    </PageSection>
  );
}

function useProgress(importId: string): ImportProgress | null {
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  useEffect(() => {
    let asking = false;
    const timer = setInterval(async () => {
      if (asking) return;
      asking = true;
      const outcome = await call('importProgress', { importId });
      asking = false;
      if (outcome.ok) setProgress(outcome.data);
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [importId]);
  return progress;
}

const paymentsWords = (count: number) => (count === 1 ? '1 payment' : `${count.toLocaleString('en-US')} payments`);

/** A fact whose words lead to a screen; nothing where there are no words. */
function linked(term: string, words: string | false, to: string) {
  if (!words) return null;
  return (
    <Fact term={term}>
      <Link className={IN_LINE} to={to}>
        {words}
      </Link>
    </Fact>
  );
}

/**
 * The accounts of the file whose books don't agree with the newest day that the bank's balance confirms, in words; null
 * if all agree.
 */
function useOffWithBank(): string | null {
  const { accounts, currency } = useUser();
  const fileAccounts = useImport((state) => state.preview?.accounts) ?? [];
  const named = new Map(
    fileAccounts.flatMap(({ accountId, goesTo, name }) => {
      // An account that the import has opened is known by its name.
      const account = accounts.find((each) => (goesTo === 'new' ? each.name === name : each._id === accountId));
      return account ? [[account._id, account.name]] : [];
    }),
  );
  const days = useQueries({ queries: [...named.keys()].map((accountId) => confirmedDaysQuery(accountId)) });
  const off = [...named.values()].flatMap((name, index) => {
    const [newest] = days[index]?.data ?? [];
    return newest && newest.difference !== 0 ? [`${name} by ${withSign(newest.difference, currency)}`] : [];
  });
  return off.length === 0 ? null : off.join(', ');
}

/** Result of an import, with the button that undoes it. */
export function Imported({ summary }: { summary: NonNullable<ImportState['imported']> }) {
  const { changeSetId, recorded, matched, transfers, left, expected, rules, schedules, budget, beginnings } = summary;
  const { data } = useInfiniteQuery(changeSetQuery(changeSetId));
  const isUndone = data !== undefined && data.changeSet.undoneBy !== null;
  const { data: { count: toFile } = { count: 0 } } = useQuery(foundQuery(UNFILED));
  const { data: recurring = [] } = useQuery(suggestionsQuery);
  const off = useOffWithBank();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  function another() {
    resetImport();
    forgetImportFile();
  }

  return (
    <PageSection margin={<p className="note">{isUndone ? 'taken back' : 'imported'}</p>}>
      <h2 ref={heading} tabIndex={-1} className="subtitle mb-4 outline-none">
        {isUndone ? 'The import was taken back' : 'The file is imported'}
      </h2>
      {/* Above the facts, of which some come later: a button must not move away under a pointer. */}
      <div className="mb-6 flex flex-wrap gap-3">
        <Link className={buttonClass('primary')} to="/transactions">
          Show transactions
        </Link>
        {!isUndone && (
          <Button writes onClick={() => void askToUndo(changeSetId)}>
            Undo
          </Button>
        )}
        <Button kind="quiet" onClick={another}>
          Import another file
        </Button>
      </div>
      <Facts className="max-w-100 data-undone:text-ink-muted">
        <Fact term="Recorded">{recorded.toLocaleString('en-US')}</Fact>
        {transfers > 0 && <Fact term="Transfers">{transfers.toLocaleString('en-US')}</Fact>}
        {matched > 0 && <Fact term="Matched">{matched.toLocaleString('en-US')}</Fact>}
        {linked('Upcoming', expected > 0 && `${expected.toLocaleString('en-US')} matched`, '/upcoming')}
        <Fact term="Left out">{left.toLocaleString('en-US')}</Fact>
        {linked('Rules', rules > 0 && `${rules.toLocaleString('en-US')} added`, '/rules')}
        {linked('Schedules', schedules > 0 && `${schedules.toLocaleString('en-US')} added`, '/upcoming')}
        {linked('Budget', budgetWords(budget), '/budget')}
        {!isUndone && linked('To file', toFile > 0 && countWords(toFile), '/transactions/to-file')}
        {!isUndone && linked('Looks recurring', recurring.length > 0 && paymentsWords(recurring.length), '/upcoming')}
        {!isUndone && linked('Off with the bank', off ?? false, '/accounts')}
      </Facts>
      {!isUndone && beginnings.map((left) => <BeginningLeft key={left.accountId} left={left} />)}
    </PageSection>
  );
}
