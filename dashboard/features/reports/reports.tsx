import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ReportAnswer, ReportPicture } from '#contract/report-calls.ts';
import { useKnown } from '../../browser-state/known.ts';
import { searchWith, stayOn } from '../../browser-state/screen-key.ts';
import { isProblem } from '../../server/problem.ts';
import { reportQuery } from '../../server/report-queries.ts';
import { useUser } from '../../server/user.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { picturesFor } from './drawings.ts';
import { ExportMenu } from './export-menu.tsx';
import { KeptReports, ReadyReports } from './kept-reports.tsx';
import { Legend } from './legend.tsx';
import { PATTERNS_MAX } from './pattern.tsx';
import { ReportDrawing } from './picture.tsx';
import { PrintButton, PrintFoot, WIDE_PAPER } from './print.tsx';
import { ALL_ROWS, addressOf, inputOf, questionIn, SHOWN_ROWS, type ShownQuestion } from './question.ts';
import { ReportTable } from './report-table.tsx';
import { Sentence } from './sentence.tsx';
import { seriesOf } from './series.ts';
import { daysWords, PICTURE_WORDS, sentenceOf } from './words.ts';

const KeepDialog = lazyOverlay(() => import('./keep-dialog.tsx').then((file) => file.KeepDialog));

/** Reports of one's own question: a sentence, its picture, and the table (product 9.28). */
export function Reports() {
  useTitle('Reports');
  const { question, ask } = useQuestion();
  const known = useKnown();
  const input = inputOf(question);
  const { data: report, error, isLoadingError, isError, refetch } = useQuery(reportQuery(input, known));
  const isRefused = isError && (isProblem(error.problem, 'invalid') || isProblem(error.problem, 'query_too_slow'));
  const sentence = sentenceOf(question, useUser());
  const svg = useRef<SVGSVGElement>(null);
  const [isKeeping, keep] = useState(false);
  return (
    <div className={WIDE_PAPER}>
      <PageHeader
        margin={<TodayInMargin />}
        heading="Reports"
        tools={
          <>
            <Button kind="quiet" size="compact" writes onClick={() => keep(true)}>
              Keep this report
            </Button>
            {report && <PrintButton />}
            {report && <ExportMenu {...{ report, input, sentence, svg }} />}
          </>
        }
      />
      <PageSection kind="plain" margin={<h2 className="note">The question</h2>}>
        <Sentence question={question} problem={isRefused ? error.problem : null} onAsk={ask} />
      </PageSection>
      <PageSection margin={report && <p className="note">{daysWords(report.asked.from, report.asked.to)}</p>}>
        {isLoadingError && !isRefused && <LoadError problem={error.problem} retry={refetch} />}
        {!report && !isError && <SkeletonRows amountWidth="5rem" />}
        {report && !isRefused && <Shown {...{ report, question, sentence, svg, ask }} />}
      </PageSection>
      <div className="print:hidden">
        <KeptReports />
        <ReadyReports />
      </div>
      <PrintFoot question={sentence} />
      <KeepDialog open={isKeeping} onOpenChange={keep} question={question} sentence={sentence} />
    </div>
  );
}

/** The question in the address, and the function that asks another; each is a step back. */
function useQuestion() {
  const location = useLocation();
  const navigate = useNavigate();
  const question = questionIn(new URLSearchParams(location.search));
  function ask(change: Partial<ShownQuestion>) {
    // Another row is another legend: those that were opened are closed again.
    const isOther = change.by !== undefined || change.measure !== undefined;
    const next = { ...question, ...(isOther && { limit: SHOWN_ROWS }), ...change };
    navigate({ search: searchWith(location.search, addressOf(next)) }, { state: stayOn(location) });
  }
  return { question, ask };
}

const WITH_LEGEND: readonly ReportPicture[] = ['stacked', 'lines', 'doughnut'];

type ShownProps = {
  report: ReportAnswer;
  question: ShownQuestion;
  sentence: string;
  svg: Parameters<typeof ReportDrawing>[0]['svg'];
  ask: (change: Partial<ShownQuestion>) => void;
};

function Shown({ report, question, sentence, svg, ask }: ShownProps) {
  const prefix = useId();
  const [hidden, hide] = useState<ReadonlySet<string | null>>(new Set());
  const fitting = picturesFor(report);
  const picture: ReportPicture = fitting.includes(question.picture) ? question.picture : (fitting[0] ?? 'table');
  const series = seriesOf(report);
  const isEmpty = report.rows.length === 0;
  // More rows than patterns are a table alone.
  const hasLegend = report.asked.by !== 'none' && WITH_LEGEND.includes(picture) && series.length <= PATTERNS_MAX;
  const openOthers = () => ask({ limit: ALL_ROWS });
  if (isEmpty) return <p className="py-3 text-ink-muted">Nothing in this period</p>;
  return (
    <>
      <Choices
        legend="Picture"
        choices={fitting.map((value) => ({ value, label: PICTURE_WORDS[value] }))}
        chosen={picture}
        onChoose={(next) => ask({ picture: next })}
      />
      {picture !== 'table' && (
        <div className="mt-5">
          <ReportDrawing {...{ report, picture, sentence, hidden, prefix, svg }} onOthers={openOthers} />
          {hasLegend && (
            <Legend
              series={series}
              hidden={hidden}
              prefix={prefix}
              onToggle={(key) =>
                hide(hidden.has(key) ? new Set([...hidden].filter((each) => each !== key)) : new Set([...hidden, key]))
              }
            />
          )}
        </div>
      )}
      <div className="mt-8">
        <ReportTable report={report} sentence={sentence} onOthers={openOthers} />
      </div>
      <Notes report={report} />
    </>
  );
}

/** Sentences on how the amounts come about, where somebody may compare them with others. */
function Notes({ report: { totals, overlap } }: { report: ReportAnswer }) {
  return (
    <div className="note mt-4 text-[1.0625rem]">
      {totals.refunds > 0 && <p>Refunds are taken off what they refund.</p>}
      {overlap > 0 && <p>An entry with several tags counts in each of them, and once in the total.</p>}
    </div>
  );
}
