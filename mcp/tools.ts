import { z } from 'zod';
import { addresses } from '#contract/addresses.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { entryCursor, idField, known } from '#contract/fields.ts';
import { SPENDING } from '#contract/forecast-calls.ts';
import type { Scope } from '#contract/scopes.ts';
import { query } from '#contract/search-calls.ts';

/** Most entries of a page of a tool. */
const PAGE_MAX = 100;

/** The answer of a call to a tool, as far as the tool shows it. */
type Shown = { data: Record<string, unknown>; changeSetId: string | null };

/** A tool: the call of the API behind it, and its scope, which says for which tokens it is listed. */
export type Tool = {
  name: string;
  description: string;
  call: CallName;
  scope: Scope;
  /** The fields of its input; others are errors. */
  input: z.ZodObject;
  /** The input of its call; by default the same. A file is sent as a form. */
  inputOf?(input: Record<string, unknown>): Record<string, unknown>;
  fileOf?(input: Record<string, unknown>): { field: string; name: string; content: string };
  /** The data that it gives of the call's; by default all. */
  shown?(answer: Shown): Record<string, unknown>;
};

const page = { limit: z.int().min(1).max(PAGE_MAX).optional(), before: entryCursor.optional() };

/** The tools of an agent (product 5.19), in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'search_entries',
    description:
      'Finds expenses, incomes and transfers, newest first, by a query such as `category:Groceries date:2026-11 ' +
      'amount>20 -rewe`. Without a query it lists all. `next` is the `before` of the next page.',
    call: 'getEntries',
    scope: 'read',
    input: z.strictObject({ q: query.optional(), account: idField.optional(), ...page, known: known.optional() }),
  },
  {
    name: 'explain_number',
    description:
      'Explains a figure: its parts and the entries behind it. Figures are `balance`, `account:ID`, `goal:ID`, ' +
      '`expense:month:2026-11`, `category:Groceries:month:2026-11`, `budget:available:Groceries:2026-11`, ' +
      '`find:out:QUERY`.',
    call: 'explain',
    scope: 'read',
    input: z.strictObject({ figure: z.string(), ...page, known: known.optional() }),
  },
  {
    name: 'as_known_on',
    description: 'Says the balance, the accounts and the goals as they were known at an instant or after a revision.',
    call: 'getCurrentUser',
    scope: 'read',
    input: z.strictObject({ known }),
    shown: ({ data: { currentBalance, accounts, goals } }) => ({ currentBalance, accounts, goals }),
  },
  {
    name: 'what_changed',
    description:
      'Says how a figure came from its value at one moment to its value at another, by changes of the books.',
    call: 'whatChanged',
    scope: 'read',
    input: z.strictObject({ figure: z.string(), from: known, to: known }),
  },
  {
    name: 'statistics',
    description: 'Sums income and expenses by category between two days (ISO dates), beside the period before.',
    call: 'getByCategory',
    scope: 'read',
    input: z.strictObject({ from: z.string(), to: z.string() }),
  },
  {
    name: 'budget_month',
    description: 'Says what is planned, spent and available in each category of a month such as `2026-11`.',
    call: 'getBudget',
    scope: 'read',
    input: z.strictObject({ month: z.string().optional() }),
  },
  {
    name: 'upcoming',
    description: 'Lists what comes again between two days (ISO dates): bills, salaries, transfers.',
    call: 'getUpcoming',
    scope: 'read',
    input: z.strictObject({ from: z.string().optional(), to: z.string().optional() }),
  },
  {
    name: 'forecast',
    description:
      'Foresees the balance day by day until a day, of one account or of all, with usual spending or without.',
    call: 'getForecast',
    scope: 'read',
    input: z.strictObject({
      account: idField.optional(),
      until: z.string().optional(),
      spending: z.enum(SPENDING).optional(),
    }),
  },
  {
    name: 'list_accounts',
    description: 'Lists the accounts with their balances, also as known at a moment.',
    call: 'getAccounts',
    scope: 'read',
    input: z.strictObject({ known: known.optional() }),
  },
  {
    name: 'list_categories',
    description: 'Lists the categories, with how many entries each has.',
    call: 'getCategories',
    scope: 'read',
    input: z.strictObject({}),
  },
  {
    name: 'read_line',
    description: 'Reads a line such as `coffee 4.20 yesterday #work`, and says what it would record. Records nothing.',
    call: 'readLine',
    scope: 'read',
    input: z.strictObject({ text: z.string() }),
  },
  {
    name: 'preview_import',
    description: "Reads a bank's file, given as its text, and says what each row would become. Imports nothing.",
    call: 'importPreview',
    scope: 'read',
    input: z.strictObject({ name: z.string(), content: z.string() }),
    inputOf: () => ({}),
    fileOf: ({ name, content }) => ({ field: 'file', name: String(name), content: String(content) }),
  },
  {
    name: 'propose_changes',
    description:
      'Proposes up to 1,000 commands to the user, who accepts or declines them: each is the path of a call, such as ' +
      '`/transaction/update-transaction` or `/ledger/enter`, and its input. Gives what they would do. Writes nothing.',
    call: 'createProposal',
    scope: 'propose',
    input: calls.createProposal.body,
  },
  {
    name: 'list_proposals',
    description: 'Lists proposals, and whether the user has accepted or declined them.',
    call: 'getProposals',
    scope: 'read',
    input: z.strictObject({}),
  },
  {
    name: 'record_entry',
    description: 'Records an expense, an income or a transfer from a line such as `coffee 4.20 yesterday #work`.',
    call: 'enter',
    scope: 'write',
    input: z.strictObject({ text: z.string() }),
    shown: ({ data: { entry }, changeSetId }) => ({ changeSetId, entry }),
  },
  {
    name: 'undo_own_change',
    description: 'Takes back a change that this token made, by the id of its change-set.',
    call: 'undo',
    scope: 'write',
    input: z.strictObject({ changeSetId: z.string() }),
    shown: ({ data: { currentBalance }, changeSetId }) => ({ changeSetId, currentBalance }),
  },
];

/** The address of a tool's call. */
export const addressOf = ({ call }: Tool) => addresses[call];
