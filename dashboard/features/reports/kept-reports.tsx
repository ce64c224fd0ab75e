import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SavedReport } from '#contract/report-calls.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { searchWith } from '../../browser-state/screen-key.ts';
import { useCommand } from '../../commands/use-command.ts';
import { replace } from '../../server/cache.ts';
import { savedReportsQuery } from '../../server/report-queries.ts';
import { useUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { GripIcon } from '../../ui/icons.tsx';
import { LoadError } from '../../ui/loading.tsx';
import { PageSection } from '../../ui/page.tsx';
import { showSuccessToast } from '../../ui/toast.ts';
import { ORDERED_DROP, useOrdering } from '../../ui/use-ordering.ts';
import { addressOf, FIRST_QUESTION, questionOfKept, type ShownQuestion } from './question.ts';
import { SmallPicture } from './small-picture.tsx';
import { sentenceOf } from './words.ts';

const onKept = ({ reports }: { reports: SavedReport[] }) => replace(savedReportsQuery.queryKey, reports);

/** The reports that the user keeps, in an order of their own, each with its picture. */
export function KeptReports() {
  const { data, isLoadingError, error, refetch } = useQuery(savedReportsQuery);
  if (isLoadingError) return <LoadError problem={error.problem} retry={refetch} />;
  if (!data || data.length === 0) return null;
  return (
    <PageSection margin={<h2 className="note">Kept</h2>}>
      <KeptList reports={data} />
    </PageSection>
  );
}

function KeptList({ reports }: { reports: readonly SavedReport[] }) {
  const isPast = useIsPast();
  const { send: order } = useCommand('orderReports', { failed: 'Unable to reorder the reports', onSaved: onKept });
  const { send: save } = useCommand('saveReport', { failed: 'Unable to keep the report', onSaved: onKept });
  const { send: remove } = useCommand('removeReport', { failed: 'Unable to remove the report', onSaved: onKept });
  const ordering = useOrdering({
    items: reports.map(({ _id }) => ({ id: _id, group: '' })),
    noun: 'report',
    onOrder: (reportIds) => order({ reportIds }),
  });
  const shown = ordering.shown.flatMap(({ id }) => reports.find(({ _id }) => _id === id) ?? []);

  async function removeReport({ _id, ...report }: SavedReport) {
    if (!(await remove({ reportId: _id }))) return;
    const again = { label: 'Undo', onClick: () => void save(report as Parameters<typeof save>[0]) };
    showSuccessToast(`Report removed: ${report.name}`, undefined, again);
  }

  return (
    <>
      <ul aria-label="Kept reports">
        {shown.map((report) => {
          const question = questionOfKept(report.query, report.picture);
          return (
            <Row
              key={report._id}
              id={report._id}
              name={report.name}
              question={question}
              isMoving={ordering.moving === report._id}
            >
              <button
                type="button"
                className={HANDLE}
                aria-label={`Move ${report.name} in the list`}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                title="Drag, or Alt with an arrow"
                disabled={isPast}
                onKeyDown={(event) => ordering.onKeyDown(event, report._id)}
                {...ordering.handleProps(report._id)}
              >
                <GripIcon />
              </button>
              <Button kind="quiet" size="compact" writes onClick={() => void removeReport(report)}>
                Remove<span className="sr-only"> {report.name}</span>
              </Button>
            </Row>
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {ordering.said}
      </p>
    </>
  );
}

const HANDLE = [
  'grid size-9 flex-none cursor-grab touch-none place-items-center rounded text-ink-muted',
  'hover:text-ink active:cursor-grabbing print:hidden',
].join(' ');
const ROW =
  'flex items-center gap-4 border-b border-rule py-2 last:border-rule-strong data-moving:bg-hover max-sm:gap-2';

type RowProps = { id?: string; name: string; question: ShownQuestion; isMoving?: boolean; children?: ReactNode };

function Row({ id, name, question, isMoving = false, children }: RowProps) {
  return (
    <li className={ROW} data-moving={isMoving || undefined} {...(id !== undefined && { [ORDERED_DROP]: id })}>
      <SmallPicture question={question} />
      <div className="min-w-0 flex-1">
        <Link className="link font-semibold" dir="auto" to={{ search: searchWith('', addressOf(question)) }}>
          {name}
        </Link>
        <p className="text-small wrap-anywhere text-ink-muted">{sentenceOf(question, useUser())}</p>
      </div>
      {children}
    </li>
  );
}

/** Questions for a beginner. */
const READY: readonly [string, Partial<ShownQuestion>][] = [
  ['Where it went', { by: 'group', over: 'none', range: 'this-year', picture: 'doughnut' }],
  ['Money in and out', { measure: 'net', by: 'none', picture: 'bars' }],
  ['Month by month', { by: 'group', compare: 'year', picture: 'stacked' }],
  ['From income to what is left', { measure: 'net', by: 'group', over: 'none', range: 'this-year', picture: 'flow' }],
  ['Day by day', { by: 'none', over: 'day', range: 'last-3-months', picture: 'heat' }],
  ['The titles of this year', { by: 'title', over: 'none', range: 'this-year', picture: 'table' }],
];

/** Reports that are pages of their own. */
const PAGES = [
  ['Net worth', '/reports/net-worth', 'What accounts have and owe, month by month'],
  ['Plan and life', '/reports/plan', 'Planned and spent, month by month'],
  ['What comes again', '/reports/recurring', 'What schedules cost a year, and what has become dearer'],
  ['The year', '/reports/year', 'A year in review, on one page'],
] as const;

/** Reports to begin with. */
export function ReadyReports() {
  return (
    <PageSection margin={<h2 className="note">To begin with</h2>}>
      <ul aria-label="Reports to begin with">
        {READY.map(([name, question]) => (
          <Row key={name} name={name} question={{ ...FIRST_QUESTION, ...question }} />
        ))}
        {PAGES.map(([name, path, words]) => (
          <li key={path} className={ROW}>
            <div className="min-w-0 flex-1 py-2">
              <Link className="link font-semibold" to={path}>
                {name}
              </Link>
              <p className="text-small text-ink-muted">{words}</p>
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
