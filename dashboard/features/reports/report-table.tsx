import type { ReportAnswer } from '#contract/report-calls.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { capitalized } from '../../ui/capitalized.ts';
import { formatSigned } from '../../ui/money.ts';
import { ALL_SERIES_KEY, othersWords } from './series.ts';
import { CELL, FOOT, HEAD, NAME } from './table-looks.ts';
import { columnWords, daysWords, figureOfCell, MEASURE_WORDS, ROW_WORDS, shortWords } from './words.ts';

type Props = { report: ReportAnswer; sentence: string; onOthers: () => void };

const LIGHT = 'text-ink-muted';

/** The picture in words: rows and columns, closed by the double rule; each amount explains itself (product 9.28). */
export function ReportTable({ report, sentence, onOthers }: Props) {
  const { currency } = useUser();
  const today = useToday();
  const { asked, columns, rows, others, totals } = report;
  const isOverTime = columns.length > 1;
  const isCompared = asked.compare !== 'none';
  const shown = isOverTime ? columns.map((column, at) => ({ column, at })) : [];
  const heading = ROW_WORDS[asked.by].replace(/^by /, '');
  const amount = (key: string, name: string, days: { from: string; to: string }, value: number, words: string) => (
    <Explained figure={figureOfCell(report, key, days)} name={`${name}, ${words}`}>
      {formatSigned(value, currency)}
    </Explained>
  );
  const before = (row: Summed) =>
    isCompared && <td className={`${CELL} ${LIGHT}`}>{formatSigned(row.before ?? 0, currency)}</td>;
  const closing = (row: Summed) => (
    <>
      <td className={`${CELL} note text-[1.0625rem]`}>
        {row.average === null ? <span aria-hidden="true">–</span> : formatSigned(row.average, currency)}
      </td>
      {before(row)}
      <td className={`${CELL} ${LIGHT}`}>{row.count.toLocaleString('en-US')}</td>
    </>
  );
  return (
    <div ref={toNewest} className="overflow-x-auto print:overflow-visible">
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">{sentence}</caption>
        <thead>
          <tr className="border-b border-rule-strong text-label text-ink-muted">
            <th scope="col" className={`${NAME} pb-2 align-bottom`}>
              {asked.by === 'none' ? MEASURE_WORDS[asked.measure] : capitalized(heading)}
            </th>
            {shown.map(({ column, at }) => (
              <th key={column.from} scope="col" className={HEAD} title={columnWords(column, today)}>
                {shortWords(column.label, at === 0)}
                {!column.isWhole && <span className="note block text-[1rem]/none">{partWords(column, today)}</span>}
              </th>
            ))}
            {['Total', 'Average', ...(isCompared ? ['Before'] : []), 'Entries'].map((name) => (
              <th key={name} scope="col" className={HEAD}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(asked.by === 'none' ? [] : rows).map((row) => (
            <tr key={row.key} className="border-b border-rule">
              <th scope="row" dir="auto" className={NAME} title={row.name}>
                {row.name}
              </th>
              {shown.map(({ column, at }) => (
                <td key={column.from} className={`${CELL} ${column.isWhole ? '' : LIGHT}`}>
                  {row.cells[at] === 0 ? (
                    <span className="text-ink-muted">–</span>
                  ) : (
                    amount(row.key, row.name, column, row.cells[at] ?? 0, columnWords(column, today))
                  )}
                </td>
              ))}
              <td className={CELL}>{amount(row.key, row.name, asked, row.total, daysWords(asked.from, asked.to))}</td>
              {closing(row)}
            </tr>
          ))}
          {others && (
            <tr className="border-b border-rule">
              <th scope="row" className={NAME}>
                <button type="button" className="link" onClick={onOthers}>
                  {othersWords(others.rows)}
                </button>
              </th>
              {shown.map(({ column, at }) => (
                <td key={column.from} className={`${CELL} ${column.isWhole ? '' : LIGHT}`}>
                  {formatSigned(others.cells[at] ?? 0, currency)}
                </td>
              ))}
              <td className={CELL}>{formatSigned(others.total, currency)}</td>
              {closing(others)}
            </tr>
          )}
        </tbody>
        <tfoot className={FOOT}>
          <tr className="border-t border-rule-strong">
            <th scope="row" className={`${NAME} text-ink-muted`}>
              Total
            </th>
            {shown.map(({ column, at }) => (
              <td key={column.from} className={`${CELL} ${column.isWhole ? '' : LIGHT}`}>
                {amount(ALL_SERIES_KEY, 'all', column, totals.cells[at] ?? 0, columnWords(column, today))}
              </td>
            ))}
            <td className={CELL}>
              <span className="double inline-block double-fine">
                {amount(ALL_SERIES_KEY, 'all', asked, totals.total, daysWords(asked.from, asked.to))}
              </span>
            </td>
            {closing(totals)}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Scrolls a table to its end: the newest columns and the sums are seen first. */
export function toNewest(element: HTMLElement | null): void {
  if (element) element.scrollLeft = element.scrollWidth;
}

type Summed = Pick<ReportAnswer['totals'], 'average' | 'count' | 'before'>;

/** Why a column is not whole, in a word or two. */
function partWords({ from, to }: { from: string; to: string }, today: string): string {
  if (from > today) return 'ahead';
  return to >= today ? 'so far' : 'in part';
}
