import { BASE_PATH } from '#contract/addresses.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { messages } from '#contract/messages.ts';
import type { ProposedCommand } from '#contract/proposal-calls.ts';
import { proposalMessages } from '#contract/proposal-messages.ts';
import { accountBuilders } from '../accounts/commands.ts';
import { planBuilders } from '../budget/commands.ts';
import { categoryBuilders } from '../categories/commands.ts';
import type { Builders } from '../commands/command-call.ts';
import { goalBuilders } from '../goals/commands.ts';
import { ProblemError, parseBy } from '../http/problem-error.ts';
import type { RouteInput } from '../http/register-route.ts';
import { ruleBuilders } from '../rules/commands.ts';
import { scheduleBuilders } from '../schedules/commands.ts';
import { transactionBuilders } from '../transactions/commands.ts';
import { transferBuilders } from '../transfers/commands.ts';

/** The builders of the calls whose command needs nothing but the books. */
const { removeRule: _, ...plainRuleBuilders } = ruleBuilders;
const BUILDERS = {
  ...transactionBuilders,
  ...transferBuilders,
  ...accountBuilders,
  ...categoryBuilders,
  ...goalBuilders,
  ...plainRuleBuilders,
  ...planBuilders,
  ...scheduleBuilders,
} satisfies Partial<Builders>;
type Built = keyof typeof BUILDERS;

/** The calls whose command is built from more than the books: a line, entries that are selected, or a budget. */
const OTHERS = [
  'enter',
  'bulk',
  'mergeCategories',
  'runRules',
  'removeRule',
  'mend',
  'moveBudget',
  'coverBudget',
  'copyBudget',
  'fillBudget',
] as const;
type Other = (typeof OTHERS)[number];

/** A command of a proposal with its input as its call's schema reads it. */
export type ReadCommand =
  | { name: Built; isPlain: true; input: object; build: Builders['deleteGoal'] }
  | { [Name in Other]: { name: Name; isPlain: false; input: RouteInput<Name> } }[Other];

/** The names of the calls that can be proposed, by their paths (product 5.18). */
const NAMES = new Map<string, Built | Other>(
  [...(Object.keys(BUILDERS) as Built[]), ...OTHERS].map((name) => [calls[name].path, name]),
);

/**
 * Reads a command of a proposal by the schema of its call. Throws the problem invalid, with the fields of the command
 * behind `at`, for a call that can't be proposed, the undo of a change-set by `mend` among them, and for a wrong input.
 */
export function readCommand({ call, input }: ProposedCommand, currency: string, at: string): ReadCommand {
  const path = call.startsWith(BASE_PATH) ? call.slice(BASE_PATH.length) : call;
  const name = NAMES.get(path);
  if (name === undefined) throw new ProblemError('invalid', { [`${at}.call`]: proposalMessages.notProposable });
  const read = parseAt(name, input, currency, at);
  if (name === 'mend' && (read as RouteInput<'mend'>).mend.does === 'undo')
    throw new ProblemError('invalid', { [`${at}.input.mend`]: proposalMessages.notProposable });
  const isPlain = name in BUILDERS;
  return (
    isPlain ? { name, isPlain, input: read, build: BUILDERS[name as Built] } : { name, isPlain, input: read }
  ) as ReadCommand;
}

function parseAt(name: CallName, input: object, currency: string, at: string): object {
  const call = calls[name];
  try {
    return parseBy('body' in call ? call.body : calls.deleteGoal.body, input, currency) as object;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const errors = Object.entries(error.errors ?? { '': messages.wrongType });
    const named = errors.map(([field, text]) => [`${at}.input${field && `.${field}`}`, text]);
    throw new ProblemError('invalid', Object.fromEntries(named));
  }
}
