import { percentOfGoal } from '#contract/percentages.ts';
import { dayText, moneyText, monthText } from '#contract/texts.ts';
import { lastOf } from '#ledger/model/days.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import { monthAfter } from '#ledger/model/months.ts';
import type { CategoryLine, DigestFigures } from './read.ts';

/** Lines of a list that fit on the page: what comes after them is one line with its sum. */
const EXPENSES_MAX = 14;
const INCOMES_MAX = 5;
const GOALS_MAX = 5;

/** Styles that hold without the fonts, too: what is printed is ink on paper, whatever the theme. */
const STYLES = `
@page { size: A4; margin: 0 }
* { box-sizing: border-box; margin: 0 }
html { background: #e6e1d6; color: #132527; font: 10.5pt/1.4 "Source Sans 3", "Segoe UI", Roboto, Arial, sans-serif }
main { width: 210mm; min-height: 297mm; margin: 8mm auto; padding: 15mm 18mm 12mm; background: #fff;
  display: flex; flex-direction: column }
h1, h2, .name, .big { font-family: Alegreya, Georgia, "Times New Roman", serif; font-weight: 500 }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 8mm }
.name { font-size: 13pt; color: #0a6460; border-bottom: 3px double; line-height: 1.1 }
h1 { font-size: 30pt; line-height: 1.1; margin: 10mm 0 7mm }
.big { font-size: 21pt; line-height: 1.2; white-space: nowrap }
.figures { display: grid; grid-template-columns: repeat(4, auto); gap: 2mm 8mm; justify-content: space-between;
  border-top: 1px solid #d8d3c7; padding-top: 4mm }
.figures dd { margin: 0 } .figures div:last-child .big { border-bottom: 3px double; display: inline-block }
.figures.long .big { font-size: 14pt }
.figures.longest { column-gap: 4mm } .figures.longest .big { font-size: 10.5pt }
dt { white-space: nowrap }
dt, .note, footer { color: #4c5e5c }
dt, .note { font-family: Alegreya, Georgia, "Times New Roman", serif; font-style: italic }
.lists { display: grid; grid-template-columns: 1fr 1fr; gap: 0 12mm; margin-top: 9mm }
section { margin-bottom: 6mm }
.lists > div { min-width: 0 }
h2 { font-size: 14pt; border-bottom: 1px solid #798072; padding-bottom: 1.5mm }
table { width: 100%; border-collapse: collapse }
td, th { padding: 1.2mm 0; border-bottom: 1px solid #d8d3c7; font-weight: 400; text-align: left;
  vertical-align: baseline }
th { width: 100%; max-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
td { text-align: right; white-space: nowrap; padding-left: 4mm }
td, .big { font-variant-numeric: lining-nums tabular-nums }
tfoot th, tfoot td { border: 0; font-weight: 600 } tfoot td span { border-bottom: 3px double }
footer { margin-top: auto; border-top: 1px solid #d8d3c7; padding-top: 3mm; font-size: 9pt }
footer code { font-size: 9.5pt; color: #132527; white-space: nowrap }
nav { display: flex; justify-content: space-between; gap: 8mm; width: 210mm; max-width: 100%; margin: 6mm auto 0 }
a { color: #0a6460 }
@media print { nav { display: none } html { background: #fff } main { margin: 0; height: 297mm; overflow: hidden } }
@media screen and (max-width: 210mm) {
  main { width: auto; min-height: 0; margin: 0; padding: 24px 16px }
  .figures, .lists { grid-template-columns: 1fr } .figures { justify-content: stretch }
  footer { margin-top: 0 } footer code { white-space: normal }
}
`;

/** Four figures stand side by side: longer ones, by their characters, are set smaller. */
const LONG_CHARACTERS = 13;
const LONGEST_CHARACTERS = 17;

/**
 * The digest of a month as a page for printing, A4, in HTML without scripts (product 10.6). `name` is the user's,
 * `currency` a symbol, `today` the caller's day (ISO date), `fonts` the rules that load the fonts. Above the page,
 * which is not printed, stand the ways to the months beside it.
 */
export function digestPage(
  figures: DigestFigures,
  { name, currency, today, fonts = '' }: { name: string; currency: string; today: string; fonts?: string },
): string {
  const { month, balanceDay, income, expense, balance, incomes, expenses, refunds, budget, goals, seal } = figures;
  const money = (cents: number) => moneyText(cents, currency);
  const net = income - expense;
  const isWhole = balanceDay === lastOf('month', balanceDay) && balanceDay.startsWith(month);
  const main = [
    ['Income', income],
    ['Expenses', expense],
    ['Income less expenses', net],
    [`Balance ${isWhole ? 'at the end' : `on ${dayText(balanceDay)}`}`, balance],
  ] as const;
  const longest = Math.max(...main.map(([, cents]) => money(cents).length));
  const size = longest > LONGEST_CHARACTERS ? ' longest' : longest > LONG_CHARACTERS ? ' long' : '';
  const title = monthText(month);
  const withRefunds = (lines: readonly CategoryLine[]): Row[] => [
    ...lines.map(({ category, amount }): Row => [category ?? 'No category', money(amount)]),
    ...(refunds === 0 ? [] : [['Refunds', money(refunds)] as const]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Daybook</title>
<style>${fonts}${STYLES}</style>
</head>
<body>
${monthsBeside(month, today)}
<main>
<header><p class="name">Daybook</p><p class="note">${escaped(name)}</p></header>
<h1>${escaped(title)}</h1>
<dl class="figures${size}">
${main.map(([what, cents]) => `<div><dt>${what}</dt><dd class="big">${money(cents)}</dd></div>`).join('\n')}
</dl>
<div class="lists">
<div>
${table('Expenses by category', withRefunds(shortened(expenses, EXPENSES_MAX)), ['Expenses', money(expense)])}
</div>
<div>
${table('Income by category', withRefunds(shortened(incomes, INCOMES_MAX)), ['Income', money(income)])}
${budget ? table('Budget', budgetRows(budget, money), ['To budget', money(budget.toBudget)]) : ''}
${goals.length > 0 ? table('Goals', goalRows(goals, money), null) : ''}
</div>
</div>
<footer>
<p>Made on ${dayText(today)} from the books as they are. Their fingerprint: <code>${escaped(seal)}</code></p>
</footer>
</main>
</body>
</html>
`;
}

/** Links to the month before, and to the month after, unless it is still to come. */
function monthsBeside(month: string, today: string): string {
  const [before, after] = [monthAfter(month, -1), monthAfter(month)];
  const link = (to: string, text: string) => `<a href="?month=${to}">${text}</a>`;
  const next = after <= today.slice(0, 7) ? link(after, `${escaped(monthText(after))} →`) : '';
  return `<nav aria-label="Months">${link(before, `← ${escaped(monthText(before))}`)}${next}</nav>`;
}

/** `note` says more about what the amount is of. */
type Row = readonly [what: string, amount: string, note?: string];

/** A list with its sum, which the double rule closes; a list of nothing says so. */
function table(heading: string, rows: readonly Row[], sum: Row | null): string {
  const noted = (note = '') => (note ? `<br><span class="note">${escaped(note)}</span>` : '');
  const lines = rows.map(
    ([what, amount, note]) => `<tr><th scope="row">${escaped(what)}${noted(note)}</th><td>${escaped(amount)}</td></tr>`,
  );
  const foot = sum && `<tfoot><tr><th scope="row">${sum[0]}</th><td><span>${escaped(sum[1])}</span></td></tr></tfoot>`;
  const body = lines.length > 0 ? `<table><tbody>\n${lines.join('\n')}\n</tbody>${foot ?? ''}</table>` : NOTHING;
  return `<section><h2>${heading}</h2>${body}</section>`;
}

const NOTHING = '<p class="note">Nothing in this month.</p>';

/** The largest lines of a list, with the sum of the others in one. */
function shortened(lines: readonly CategoryLine[], countMax: number): CategoryLine[] {
  if (lines.length <= countMax) return [...lines];
  const others = lines.slice(countMax - 1);
  const amount = others.reduce((sum, line) => sum + line.amount, 0);
  return [...lines.slice(0, countMax - 1), { category: `${others.length} others`, amount }];
}

function budgetRows(
  { planned, spent, left }: NonNullable<DigestFigures['budget']>,
  money: (cents: number) => string,
): Row[] {
  return [
    ['Planned', money(planned)],
    ['Spent', money(spent)],
    ['Left in categories', money(left)],
  ];
}

function goalRows(goals: DigestFigures['goals'], money: (cents: number) => string): Row[] {
  const rows = goals.map(({ title, saved, wanted }): Row => {
    const percent = percentOfGoal(amountOf(saved as Cents), amountOf(wanted as Cents));
    return [title, money(saved), `${percent}% of ${money(wanted)}`];
  });
  if (rows.length <= GOALS_MAX) return rows;
  return [...rows.slice(0, GOALS_MAX - 1), [`${rows.length - GOALS_MAX + 1} others`, '']];
}

/** A text as HTML. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
