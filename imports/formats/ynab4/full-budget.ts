import { z } from 'zod';
import { type AccountKind, type Carry, DEFAULT_CARRY } from '#ledger/model/constants.ts';
import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { decodeText } from '../../decode.ts';
import { accountName, dayInField } from '../../fields.ts';
import {
  type ParsedBudget,
  type ParsedCategory,
  type ParsedFile,
  type ParsedRow,
  UnreadableFile,
} from '../../parsed.ts';
import { splitParts } from '../../splits.ts';
import { bareRow, parsedBooks, textOrNull } from '../../whole-books.ts';
import { registerCategory } from '../ynab/register.ts';

const text = z.string().nullish();
const isTombstone = z.boolean().nullish();
const named = z.object({ entityId: z.string(), name: text });
const subTransaction = z.object({
  entityId: z.string(),
  amount: z.string(),
  categoryId: text,
  memo: text,
  transferTransactionId: text,
  isTombstone,
});
const fullBudget = z.object({
  accounts: z.array(z.object({ entityId: z.string(), accountName: text, accountType: text, isTombstone })),
  payees: z.array(named).nullish(),
  masterCategories: z
    .array(z.object({ name: text, subCategories: z.array(named.extend({ type: text })).nullish() }))
    .nullish(),
  transactions: z.array(
    subTransaction.extend({
      accountId: z.string(),
      payeeId: text,
      date: text,
      flag: text,
      subTransactions: z.array(subTransaction).nullish(),
    }),
  ),
  monthlyBudgets: z
    .array(
      z.object({
        month: z.string(),
        monthlySubCategoryBudgets: z
          .array(z.object({ categoryId: text, budgeted: text, overspendingHandling: text, isTombstone }))
          .nullish(),
      }),
    )
    .nullish(),
  budgetMetaData: z.object({ currencyISOSymbol: text }).nullish(),
});

const KINDS: Readonly<Record<string, AccountKind>> = {
  Checking: 'Checking',
  Savings: 'Savings',
  CreditCard: 'Credit card',
  LineOfCredit: 'Credit card',
  Cash: 'Cash',
  Mortgage: 'Loan',
};
const CATEGORY_KINDS: Readonly<Record<string, ParsedCategory['kind']>> = { OUTFLOW: 'Expense', INFLOW: 'Income' };
const HEAD_BYTES = 64 * 1024;

/** Whether bytes begin as the JSON of a budget of YNAB 4 does. */
export function isFullBudget(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString();
  return /^\s*\{/.test(head) && /"(masterCategories|budgetDataVersion|entityVersion)"/.test(head);
}

/** Reads a `Budget.yfull`. Throws UnreadableFile where it is broken. */
export function readFullBudget(bytes: Uint8Array): ParsedFile {
  const budget = parsed(decodeText(bytes).text);
  const accounts = budget.accounts.filter(({ isTombstone }) => !isTombstone);
  const isThere = new Set(accounts.map(({ entityId }) => entityId));
  const payees = new Map(budget.payees?.map(({ entityId, name }) => [entityId, name]));
  const categories = new Map(
    (budget.masterCategories ?? []).flatMap(({ name: group, subCategories }) =>
      (subCategories ?? []).map(
        ({ entityId, name, type }) =>
          [entityId, registerCategory(group, name, CATEGORY_KINDS[type ?? ''] ?? null)] as const,
      ),
    ),
  );
  const rows: ParsedRow[] = [];
  const otherHalves = new Map<string, string>();
  const lineOf = new Map<string, number>();
  const add = (id: string, otherId: string | null | undefined, row: Omit<ParsedRow, 'line'>) => {
    rows.push({ ...row, line: rows.length + 1 });
    lineOf.set(id, rows.length);
    if (otherId) otherHalves.set(id, otherId);
  };
  for (const transaction of byDate(budget.transactions)) {
    const { entityId, accountId, payeeId, memo } = transaction;
    if (transaction.isTombstone || !isThere.has(accountId)) continue;
    const pieces = (transaction.subTransactions ?? []).filter(({ isTombstone }) => !isTombstone);
    const date = dayFrom(transaction.date);
    const counterparty = textOrNull(payees.get(payeeId ?? ''));
    const row = (
      note: string | null | undefined,
      amount: Cents | null,
      categoryId: string | null | undefined,
      id: string,
    ) => {
      const unread =
        date === null
          ? { column: 'date', reason: 'There is no date' }
          : amount === null
            ? { column: 'amount', reason: "The amount can't be read" }
            : null;
      return bareRow({
        line: 0,
        account: accountId,
        date,
        amount,
        title: textOrNull(note) ?? counterparty ?? '',
        tags: [transaction.flag ?? ''],
        counterparty,
        bankId: id,
        category: categories.get(categoryId ?? '') ?? null,
        invalid: unread,
      });
    };
    const amount = centsFrom(transaction.amount);
    const amounts = pieces.map((piece) => centsFrom(piece.amount));
    const isPlain = pieces.every((piece, index) => !piece.transferTransactionId && amounts[index] !== null);
    const parts =
      isPlain && amount !== null
        ? splitParts(
            amount,
            pieces.map(({ categoryId, memo }, index) => ({
              amount: amounts[index] as Cents,
              category: categories.get(categoryId ?? '') ?? null,
              note: textOrNull(memo),
            })),
          )
        : null;
    if (parts || pieces.length === 0) {
      add(entityId, transaction.transferTransactionId, {
        ...row(memo, amount, transaction.categoryId, entityId),
        parts,
      });
    } else {
      for (const [index, piece] of pieces.entries()) {
        const own = row(piece.memo || memo, amounts[index] ?? null, piece.categoryId, piece.entityId);
        add(piece.entityId, piece.transferTransactionId, own);
      }
    }
  }
  for (const [id, otherId] of otherHalves) {
    const [row, otherRow] = [rows[(lineOf.get(id) ?? 0) - 1], rows[(lineOf.get(otherId) ?? 0) - 1]];
    if (
      !row ||
      !otherRow ||
      row.amount === null ||
      row.amount !== -(otherRow.amount ?? 0) ||
      row.account === otherRow.account
    )
      continue;
    row.otherHalf = otherRow.line;
    otherRow.otherHalf = row.line;
  }
  return parsedBooks({
    format: 'ynab4',
    dialect: { file: 'Budget.yfull' },
    accounts: accounts.map(({ entityId, accountName: name, accountType }) => ({
      key: entityId,
      name: accountName(name ?? '', 'Account'),
      currency: budget.budgetMetaData?.currencyISOSymbol || null,
      kind: KINDS[accountType ?? ''] ?? 'Other',
    })),
    rows,
    budget: budgetOf(budget.monthlyBudgets ?? [], categories),
  });
}

/** The treatment of overspending from a month on; if a month says nothing, the month before it counts. */
const CARRIES: Readonly<Record<string, Carry>> = { Confined: 'all', AffectsBuffer: 'surplus' };

type Month = NonNullable<z.infer<typeof fullBudget>['monthlyBudgets']>[number];

function budgetOf(months: readonly Month[], categories: ReadonlyMap<string, ParsedCategory | null>): ParsedBudget {
  const plans: ParsedBudget['plans'][number][] = [];
  const carries: ParsedBudget['carries'][number][] = [];
  const last = new Map<string, Carry>();
  for (const { month: day, monthlySubCategoryBudgets } of months.toSorted((a, b) => (a.month < b.month ? -1 : 1))) {
    const month = day.slice(0, 7);
    for (const { categoryId, budgeted, overspendingHandling, isTombstone } of monthlySubCategoryBudgets ?? []) {
      const id = categoryId ?? '';
      const category = categories.get(id) ?? null;
      if (isTombstone || category === null) continue;
      const amount = centsFrom(budgeted ?? '0');
      if (amount !== null && amount !== 0) plans.push({ category, month, amount });
      const carry = CARRIES[overspendingHandling ?? ''];
      if (carry === undefined || carry === (last.get(id) ?? DEFAULT_CARRY)) continue;
      last.set(id, carry);
      carries.push({ category, month, carry });
    }
  }
  return { plans, carries, targets: [] };
}

/** The amounts stay the text that they are in the file. */
function parsed(json: string): z.infer<typeof fullBudget> {
  try {
    const amounts = json.replaceAll(/"(amount|budgeted)"\s*:\s*(-?\d[\d.eE+-]*)/g, '"$1":"$2"');
    return fullBudget.parse(JSON.parse(amounts));
  } catch {
    throw new UnreadableFile("This budget of YNAB 4 is damaged: it can't be read.");
  }
}

function byDate<Transaction extends { date?: string | null | undefined }>(
  transactions: readonly Transaction[],
): Transaction[] {
  return transactions.toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : Number(a.date !== b.date)));
}

function dayFrom(date: string | null | undefined): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? '') ?? [];
  return dayInField(Number(year), Number(month), Number(day));
}

/** YNAB 4 adds amounts as floating point, so that some are a billionth beside a cent: `-26.129999999999999`. */
function centsFrom(amount: string): Cents | null {
  const [, sign, units = '', fraction = ''] = /^(-?)(\d{1,13})(?:\.(\d+))?$/.exec(amount) ?? [];
  if (sign === undefined) return /^-?\d(\.\d+)?e-\d+$/i.test(amount) ? (0 as Cents) : null;
  const millionths = BigInt(`${units}${fraction.slice(0, 6).padEnd(6, '0')}`);
  const cents = (millionths + 5_000n) / 10_000n;
  const beside = millionths - cents * 10_000n;
  if (beside > 0n || beside < -1n || cents > LARGEST_AMOUNT) return null;
  return Number(sign === '-' ? -cents : cents) as Cents;
}
