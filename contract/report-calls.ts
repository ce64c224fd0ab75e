import { z } from 'zod';
import { WEEK_STARTS } from '#ledger/model/constants.ts';
import { COLUMN_PERIODS, MEASURES, REPORT_RANGES, ROW_KINDS } from '#ledger/reports/words.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { choice, comparedName, entryDate, idField, known, knownQuery, optional } from './fields.ts';
import { REPORT_ACCOUNTS_MAX, REPORT_NAME_MAX, REPORT_ROWS, REPORT_ROWS_MAX, REPORTS_MAX } from './limits.ts';
import { messages } from './messages.ts';
import { query } from './search-calls.ts';

/** The periods that a report can be compared with (product 14.2). */
export const COMPARISONS = ['none', 'before', 'year'] as const;
export type ReportComparison = (typeof COMPARISONS)[number];

/** Whether a flow goes to groups of categories, or through them to categories. */
const FLOW_DEPTHS = ['group', 'category'] as const;

/** How a report is answered: as the contract has it, or as a file. */
const FORMATS = ['json', 'csv'] as const;

/** Schema of a day on which weeks begin. */
export const weekStart = z.literal(WEEK_STARTS, { error: messages.weekStart });
const MONTH_START_MAX = 28;
/** Schema of a day on which months begin. */
export const monthStart = z
  .number({ error: messages.monthStart })
  .int(messages.monthStart)
  .min(1, messages.monthStart)
  .max(MONTH_START_MAX, messages.monthStart);
/** Schema of a day on which years begin, `MM-DD`. */
export const yearStart = z
  .string({ error: messages.yearStart })
  .regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/, messages.yearStart);

/** A number in a query string. */
const inQuery = <Schema extends z.ZodType>(schema: Schema) =>
  optional(
    z.preprocess((value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value), schema),
  );

const rowsMax = z
  .number({ error: messages.rowsLimit })
  .int(messages.rowsLimit)
  .min(1, messages.rowsLimit)
  .max(REPORT_ROWS_MAX, messages.rowsLimit);

const accountIds = z
  .string({ error: messages.wrongType })
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(idField).max(REPORT_ACCOUNTS_MAX, messages.tooManyReportAccounts));

/** The period of a report: a range, or the first and the last day; this month where neither is named. */
const period = {
  range: optional(choice(REPORT_RANGES)),
  from: optional(entryDate),
  to: optional(entryDate),
  weekStart: inQuery(weekStart),
  monthStart: inQuery(monthStart),
  yearStart: optional(yearStart),
};

type Period = { range?: unknown; from?: string | undefined; to?: string | undefined };

/** Names the fields of a period that don't go together. */
function checkPeriod({ range, from, to }: Period, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', message, path: [field] });
  if (range !== undefined && (from !== undefined || to !== undefined)) refuse('range', messages.rangeOrDays);
  else if (from !== undefined && to === undefined) refuse('to', messages.lastDayRequired);
  else if (to !== undefined && from === undefined) refuse('from', messages.firstDayRequired);
  else if (from !== undefined && to !== undefined && from > to) refuse('from', messages.daysInOrder);
}

/** The question of a report, without the moment and the format. */
const question = {
  measure: choice(MEASURES).default('out'),
  by: choice(ROW_KINDS).default('category'),
  over: choice(COLUMN_PERIODS).default('month'),
  ...period,
  q: query.default(''),
  accounts: optional(accountIds),
  compare: choice(COMPARISONS).default('none'),
  limit: inQuery(rowsMax),
};

/** Query of run. */
export const runParameters = z
  .strictObject({ ...question, known: known.optional(), as: choice(FORMATS).default('json') })
  .superRefine(checkPeriod);

const cells = z.array(z.number());
const before = { before: z.number().optional(), beforeCells: cells.optional() };
/** The sums of a row in whole units; `count` is a number of entries. */
const sums = { cells, total: z.number(), count: z.number(), average: z.number().nullable(), ...before };

/** A row. `key` is the id of a category or an account, a title or a tag as texts are compared, `-` or `*`. */
const row = z.object({ key: z.string(), name: z.string(), parent: z.string().nullable(), ...sums });
export type ReportRowAnswer = z.infer<typeof row>;

const column = z.object({ from: z.string(), to: z.string(), label: z.string(), isWhole: z.boolean() });
export type ReportColumnAnswer = z.infer<typeof column>;

/** The sums of all pieces whatever is measured, in whole units; `savedPercent` to one decimal. */
const sides = {
  in: z.number(),
  out: z.number(),
  net: z.number(),
  refunds: z.number(),
  savedPercent: z.number().nullable(),
  movedIn: z.number(),
  movedOut: z.number(),
};

/** Response of run. `before` has the columns of the period that is compared, to which `beforeCells` belong. */
export const report = z.object({
  asked: z.object({
    measure: z.enum(MEASURES),
    by: z.enum(ROW_KINDS),
    over: z.enum(COLUMN_PERIODS),
    range: z.enum(REPORT_RANGES).nullable(),
    from: z.string(),
    to: z.string(),
    q: z.string(),
    accounts: z.array(z.string()).nullable(),
    compare: z.enum(COMPARISONS),
    limit: z.number(),
    weekStart,
    monthStart: z.number(),
    yearStart: z.string(),
  }),
  revision: z.number().nullable(),
  columns: z.array(column),
  before: z.object({ from: z.string(), to: z.string(), columns: z.array(column) }).nullable(),
  rows: z.array(row),
  others: z.object({ rows: z.number(), ...sums }).nullable(),
  totals: z.object({ ...sums, ...sides }),
  overlap: z.number(),
});
export type ReportAnswer = z.infer<typeof report>;

/** How many rows a report has where no limit is named. */
export const rowLimit = (limit: number | undefined): number => limit ?? REPORT_ROWS;

/** The pictures in which reports are shown (product 9.27). */
export const PICTURES = ['bars', 'stacked', 'lines', 'table', 'flow', 'waterfall', 'heat', 'doughnut'] as const;
export type ReportPicture = (typeof PICTURES)[number];

/** Query of flow. */
export const flowParameters = z
  .strictObject({
    ...period,
    q: question.q,
    accounts: question.accounts,
    depth: choice(FLOW_DEPTHS).default('group'),
    known: known.optional(),
  })
  .superRefine(checkPeriod);

/** The days that were asked for, in the answers of the other pictures. */
const askedPeriod = z.object({ range: z.enum(REPORT_RANGES).nullable(), from: z.string(), to: z.string() });

/**
 * Response of flow, in whole units: amounts are above 0, and at every node between what comes in goes out. A node is
 * `in:KEY`, `hub`, `out:KEY`, `own:KEY`, `saved` or `drawn`; `key` is the id of a category, or `-`. `balances` is null
 * with a query, and for days to come: opening + in − out + movedIn − movedOut + set − aside + ahead = closing.
 */
export const flow = z.object({
  asked: askedPeriod,
  revision: z.number().nullable(),
  nodes: z.array(z.object({ id: z.string(), key: z.string().nullable(), name: z.string(), amount: z.number() })),
  links: z.array(z.object({ from: z.string(), to: z.string(), amount: z.number() })),
  totals: z.object(sides),
  balances: z
    .object({
      opening: z.number(),
      set: z.number(),
      aside: z.number(),
      ahead: z.number(),
      closing: z.number(),
    })
    .nullable(),
});
export type FlowAnswer = z.infer<typeof flow>;

/** Query of net-worth of reports. */
export const netWorthReportParameters = z
  .strictObject({ ...period, over: question.over, accounts: question.accounts, known: known.optional() })
  .superRefine(checkPeriod);

/**
 * Response of net-worth of reports, in whole units: at the end of each column up to today what accounts have, what they
 * owe (above 0), the sum of both, and the money in goals beside it.
 */
export const netWorthReport = z.object({
  asked: askedPeriod,
  revision: z.number().nullable(),
  points: z.array(
    z.object({
      date: z.string(),
      has: z.number(),
      owes: z.number(),
      total: z.number(),
      inGoals: z.number(),
      withGoals: z.number(),
      accounts: z.array(z.object({ account: z.string(), name: z.string(), amount: z.number() })),
    }),
  ),
});
export type NetWorthReport = z.infer<typeof netWorthReport>;

/** Query of budget of reports: its months are those that have a day of the period. */
export const budgetReportParameters = z.strictObject({ ...period, known: known.optional() }).superRefine(checkPeriod);

const plannedCell = z.object({ planned: z.number(), spent: z.number() });

/** Response of budget of reports, in whole units: each cell is the budget's of its month (product 12.1). */
export const budgetReport = z.object({
  asked: askedPeriod,
  revision: z.number().nullable(),
  months: z.array(z.string()),
  rows: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      parent: z.string().nullable(),
      cells: z.array(plannedCell.extend({ available: z.number().nullable() })),
      planned: z.number(),
      spent: z.number(),
    }),
  ),
  totals: z.object({ cells: z.array(plannedCell), planned: z.number(), spent: z.number() }),
});
export type BudgetReport = z.infer<typeof budgetReport>;

const yearAndMonth = { perYear: z.number(), perMonth: z.number() };

/**
 * Response of recurring, in whole units: what each schedule comes to in the twelve months from today on, and its last
 * change of the amount where that was a rise. The most first.
 */
export const recurringReport = z.object({
  revision: z.number().nullable(),
  rows: z.array(
    z.object({
      scheduleId: z.string(),
      title: z.string(),
      type: z.enum(['Expense', 'Income']),
      category: z.string().nullable(),
      times: z.number(),
      ...yearAndMonth,
      rise: z.object({ from: z.number(), to: z.number(), day: z.string() }).nullable(),
    }),
  ),
  totals: z.object({ out: z.object(yearAndMonth), in: z.object(yearAndMonth) }),
});
export type RecurringReport = z.infer<typeof recurringReport>;

/** Query of year of reports: this year where nothing is said. */
export const yearReportParameters = z.strictObject({ ...period, known: known.optional() }).superRefine(checkPeriod);

const ranked = z.array(z.object({ key: z.string(), name: z.string(), amount: z.number(), count: z.number() }));
const dayAmount = z.object({ date: z.string(), amount: z.number() });

/**
 * Response of year of reports, in whole units: `quiet` are the days without spending up to today with the longest run
 * of them, `netWorth` is at the end of the day before the period and of its last day, or of today; null for days to
 * come. `changes` counts change-sets.
 */
export const yearReport = z.object({
  asked: askedPeriod,
  revision: z.number().nullable(),
  totals: z.object(sides),
  months: z.array(column.extend({ in: z.number(), out: z.number(), net: z.number() })),
  categories: ranked,
  titles: ranked,
  largest: z.array(dayAmount.extend({ _id: z.string(), title: z.string(), category: z.string().nullable() })),
  dearestDay: dayAmount.nullable(),
  quiet: z.object({
    days: z.number(),
    longest: z.object({ from: z.string(), to: z.string(), days: z.number() }).nullable(),
  }),
  netWorth: z.object({ from: dayAmount, to: dayAmount }).nullable(),
  goals: z.array(dayAmount.extend({ _id: z.string(), title: z.string() })),
  changes: z.object({ recorded: z.number(), changed: z.number(), undone: z.number() }),
});
export type YearReport = z.infer<typeof yearReport>;

/** The question of a report that is kept: the parameters of run but the moment and the format. */
const keptQuery = z.strictObject(question).superRefine(checkPeriod);

/** A report that the user keeps; its query is as it was given. */
export const savedReport = z.object({
  _id: z.string(),
  name: z.string(),
  picture: z.enum(PICTURES),
  query: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type SavedReport = z.infer<typeof savedReport>;

/** Body of save. */
export const saveReportInput = z.strictObject({
  name: comparedName(messages.nameRequired, REPORT_NAME_MAX, messages.nameTooLong(REPORT_NAME_MAX)),
  picture: choice(PICTURES),
  query: keptQuery,
});

/** Bodies of remove and of order: all reports, in their new order. */
export const removeReportInput = z.strictObject({ reportId: idField });
export const orderReportsInput = z.strictObject({ reportIds: z.array(idField).max(REPORTS_MAX) });

const savedReports = z.array(savedReport);

/** The calls of /reports (product 14.2). */
export const reportCalls = {
  runReport: {
    ...addresses.runReport,
    kind: 'query',
    summary: 'Returns what was spent, earned, or both, by rows and columns of the caller’s choice.',
    session: true,
    query: runParameters,
    data: report,
    problems: ['account_not_found', 'query_too_slow'],
  },
  getMoneyFlow: {
    ...addresses.getMoneyFlow,
    kind: 'query',
    summary: 'Returns the way of money from incomes to what was spent, with the balances at both ends.',
    session: true,
    query: flowParameters,
    data: flow,
    problems: ['account_not_found', 'query_too_slow'],
  },
  getNetWorthReport: {
    ...addresses.getNetWorthReport,
    kind: 'query',
    summary: 'Returns what each account has or owes at the end of each column, and the money in goals beside it.',
    session: true,
    query: netWorthReportParameters,
    data: netWorthReport,
    problems: ['account_not_found'],
  },
  getBudgetReport: {
    ...addresses.getBudgetReport,
    kind: 'query',
    summary: 'Returns what was planned and spent in each month of a period, by category.',
    session: true,
    query: budgetReportParameters,
    data: budgetReport,
    problems: [],
  },
  getRecurringReport: {
    ...addresses.getRecurringReport,
    kind: 'query',
    summary: 'Returns what schedules come to in a year and a month, and what has become dearer.',
    session: true,
    query: knownQuery,
    data: recurringReport,
    problems: [],
  },
  getYearReport: {
    ...addresses.getYearReport,
    kind: 'query',
    summary: 'Returns a year in review.',
    session: true,
    query: yearReportParameters,
    data: yearReport,
    problems: ['query_too_slow'],
  },
  getReports: {
    ...addresses.getReports,
    kind: 'query',
    summary: 'Returns the reports that the user keeps, in their order; they are of no moment.',
    session: true,
    query: knownQuery,
    data: z.object({ reports: savedReports }),
    problems: [],
  },
  saveReport: {
    ...addresses.saveReport,
    kind: 'action',
    summary: 'Keeps a report under a name; a report of the same name is replaced in its place.',
    session: true,
    body: saveReportInput,
    data: z.object({ report: savedReport, reports: savedReports }),
    problems: ['too_many_reports', 'account_not_found'],
  },
  removeReport: {
    ...addresses.removeReport,
    kind: 'action',
    summary: 'Removes a report.',
    session: true,
    body: removeReportInput,
    data: z.object({ reports: savedReports }),
    problems: ['report_not_found'],
  },
  orderReports: {
    ...addresses.orderReports,
    kind: 'action',
    summary: 'Puts the reports in another order.',
    session: true,
    body: orderReportsInput,
    data: z.object({ reports: savedReports }),
    problems: ['report_not_found'],
  },
} as const satisfies Record<string, Call>;
