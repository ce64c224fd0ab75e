import { z } from 'zod';
import { WALLETS } from '#ledger/model/constants.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { entryDate, upTo } from './fields.ts';
import { LINE_MAX } from './limits.ts';
import { messages } from './messages.ts';
import { lineProblem } from './problem-details.ts';
import { entry, part } from './transaction.ts';
import { user } from './user.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose.
const CONTROL_CHARACTER = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/;

/**
 * Body of read-line and enter: the line as it was typed, and the day on which it was written, by default the caller's
 * today. Control characters are refused, but for white space.
 */
export const lineInput = z.strictObject({
  text: upTo(z.string({ error: messages.wrongType }), LINE_MAX, messages.lineTooLong).refine(
    (text) => text.isWellFormed() && !CONTROL_CHARACTER.test(text),
    messages.unreadableText,
  ),
  today: entryDate.optional(),
});

const source = z.enum(['line', 'rule', 'past']).nullable();
const place = { from: z.number(), to: z.number() };

/**
 * The content of a line: the entry that enter records of it (product 4.17). The amount is in whole units, accounts are
 * ids; what is missing or wrong is null. `from` says where category, wallet and account come from: the line, a rule,
 * the newest entry of its title, or none of them. `parts` are the parts of a split by a rule. Spans count UTF-16 units.
 */
export const readLine = z.object({
  type: z.enum(['Expense', 'Income', 'Transfer']),
  amount: z.number().nullable(),
  title: z.string().nullable(),
  note: z.string().nullable(),
  date: z.string().nullable(),
  category: z.string().nullable(),
  account: z.string().nullable(),
  toAccount: z.string().nullable(),
  wallet: z.enum(WALLETS).nullable(),
  tags: z.array(z.string()),
  parts: z.array(part).optional(),
  from: z.object({ category: source, wallet: source, account: source }),
  spans: z.array(
    z.object({
      ...place,
      what: z.enum(['amount', 'date', 'category', 'tag', 'wallet', 'account', 'toAccount', 'title']),
    }),
  ),
  problems: z.array(lineProblem),
  warnings: z.array(z.object({ code: z.literal('future_date'), ...place, message: z.string() })),
  complete: z.boolean(),
});
export type ReadLine = z.infer<typeof readLine>;

/** The calls that take a line. */
export const lineCalls = {
  readLine: {
    ...addresses.readLine,
    kind: 'query',
    summary: 'Returns what a line says, and so what enter would record. Changes nothing.',
    session: true,
    body: lineInput,
    data: readLine,
    problems: [],
  },
  enter: {
    ...addresses.enter,
    kind: 'command',
    needs: 'rows',
    summary: 'Records the expense, income or transfer that a line says, and returns the user with `entry`.',
    session: true,
    body: lineInput,
    data: user.extend({ entry }),
    problems: ['incomplete_line', 'account_closed', 'not_enough_balance', 'amount_too_large'],
  },
} as const satisfies Record<string, Call>;
