import { COMPARISONS, PICTURES, type ReportComparison, type ReportPicture } from '#contract/report-calls.ts';
import {
  COLUMN_PERIODS,
  type ColumnPeriod,
  MEASURES,
  REPORT_RANGES,
  type ReportMeasure,
  type ReportRange,
  ROW_KINDS,
  type RowKind,
} from '#ledger/reports/words.ts';
import type { ReportInput } from '../../server/report-queries.ts';

/** The question of the screen, as its address has it (product 9.28). Days are ISO dates, empty with a range. */
export type ShownQuestion = {
  measure: ReportMeasure;
  by: RowKind;
  over: ColumnPeriod;
  range: ReportRange | 'days';
  from: string;
  to: string;
  compare: ReportComparison;
  q: string;
  accounts: string;
  limit: number;
  picture: ReportPicture;
};

/** The rows of a picture: the most patterns that differ, less one for all others. */
export const SHOWN_ROWS = 11;
/** The rows where somebody has opened the others. */
export const ALL_ROWS = 500;

export const FIRST_QUESTION: ShownQuestion = {
  measure: 'out',
  by: 'category',
  over: 'month',
  range: 'last-12-months',
  ...{ from: '', to: '', compare: 'none', q: '', accounts: '', limit: SHOWN_ROWS },
  picture: 'stacked',
};

const KEYS = Object.keys(FIRST_QUESTION) as (keyof ShownQuestion)[];

function choiceIn<Choice extends string>(choices: readonly Choice[], value: string | null, otherwise: Choice): Choice {
  return choices.find((choice) => choice === value) ?? otherwise;
}

/** The question in an address; what it lacks, or has wrong, is the first question's. */
export function questionIn(query: URLSearchParams): ShownQuestion {
  const first = FIRST_QUESTION;
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const isDays = from !== '' || to !== '';
  const limit = Number(query.get('limit'));
  return {
    measure: choiceIn(MEASURES, query.get('measure'), first.measure),
    by: choiceIn(ROW_KINDS, query.get('by'), first.by),
    over: choiceIn(COLUMN_PERIODS, query.get('over'), first.over),
    range: isDays ? 'days' : choiceIn(REPORT_RANGES, query.get('range'), first.range as ReportRange),
    ...{ from, to },
    compare: choiceIn(COMPARISONS, query.get('compare'), first.compare),
    q: query.get('q') ?? '',
    accounts: query.get('accounts') ?? '',
    limit: Number.isInteger(limit) && limit >= 1 && limit <= ALL_ROWS ? limit : first.limit,
    picture: choiceIn(PICTURES, query.get('picture'), first.picture),
  };
}

/** The parameters of an address that has a question: what the first question has, too, is left out. */
export function addressOf(question: ShownQuestion): Record<string, string | null> {
  return Object.fromEntries(
    KEYS.map((key) => {
      const value = String(question[key]);
      const isSaid = value !== String(FIRST_QUESTION[key]) && value !== 'days';
      return [key, isSaid ? value : null];
    }),
  );
}

const GATHERING: readonly ReportPicture[] = ['waterfall', 'flow'];

/** The call that answers a question. */
export function inputOf({ range, from, to, q, accounts, picture, limit, ...question }: ShownQuestion): ReportInput {
  return {
    ...question,
    // The rows that take most stand last: these pictures gather the small ones themselves.
    limit: GATHERING.includes(picture) && limit === SHOWN_ROWS ? ALL_ROWS : limit,
    ...(range === 'days' ? { from, to } : { range }),
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(accounts !== '' && { accounts }),
  };
}

/** The question of a kept report. */
export function questionOfKept(
  query: Readonly<Record<string, string | number>>,
  picture: ReportPicture,
): ShownQuestion {
  const written = Object.entries({ range: 'this-month', limit: SHOWN_ROWS, ...query });
  return { ...questionIn(new URLSearchParams(written.map(([key, value]) => [key, String(value)]))), picture };
}
