import type { CallData } from '#contract/calls.ts';
import { amountOf, safe } from '#ledger/model/money.ts';
import { DRAWN, type FlowNode, flowOf, HUB, SAVED } from '#ledger/reports/flow.ts';
import { type Sums, sumPieces } from '#ledger/reports/report.ts';
import type { Database } from '#platform/postgres.ts';
import { movedAcross, sumsOfPieces } from '#projections/queries/piece-sums.ts';
import { balancesOfPeriod } from './balances.ts';
import {
  daysAsked,
  nameOfRow,
  presentSides,
  type ReportAsked,
  type ReportQuestion,
  rangeAsked,
  reportBooks,
} from './run.ts';

/** The question of a flow. */
export type FlowQuestion = Pick<ReportQuestion, 'range' | 'from' | 'to' | 'q' | 'accounts'> & {
  depth: 'group' | 'category';
};

/** Works out a flow (product 14.3), within a transaction of one snapshot. Throws like `reportBooks`. */
export async function moneyFlow(
  database: Database,
  asked: ReportAsked,
  question: FlowQuestion,
): Promise<CallData<'getMoneyFlow'>> {
  const books = await reportBooks(database, asked, question);
  const { source, state, today, revision } = books;
  const { categories } = state;
  const span = await daysAsked(database, books, asked.periods, question);
  const column = { ...span, label: '', isWhole: true };
  const pieces = await sumsOfPieces(database, source, 'category', [column]);
  const sums = (measure: 'in' | 'out') => sumPieces(pieces, { measure, by: 'category', categories, columns: 1 });
  const [incomes, expenses] = [sums('in'), sums('out')];
  const totals = (of: Sums) => new Map([...of.rows].map(([key, { total }]) => [key, total]));
  const { nodes, links } = flowOf(totals(incomes), totals(expenses), { depth: question.depth, categories });
  const moved = await movedAcross(database, source, span);
  const inUnits = (cents: number) => amountOf(safe(cents));
  const nameOf = ({ id, key }: FlowNode) => (key === null ? (NAMES[id] ?? id) : nameOfRow(state, 'category', key));
  const hasBalances = source.found === null && span.to <= today;
  return {
    asked: { range: rangeAsked(question), ...span },
    revision: revision < 0n ? null : Number(revision),
    nodes: nodes.map((node) => ({ ...node, name: nameOf(node), amount: inUnits(node.amount) })),
    links: links.map((link) => ({ ...link, amount: inUnits(link.amount) })),
    totals: presentSides(incomes.sides, moved),
    balances: hasBalances ? await balancesOfPeriod(database, books, span) : null,
  };
}

const NAMES: Readonly<Record<string, string>> = { [HUB]: 'Money in', [SAVED]: 'Saved', [DRAWN]: 'Drawn from savings' };
