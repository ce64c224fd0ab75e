import type { CallData, CallInput, CallOf } from '#contract/calls.ts';
import type { User } from '#contract/user.ts';
import { currentKnown } from '../browser-state/known.ts';
import { refresh } from './cache.ts';
import { CATEGORIES } from './category-queries.ts';
import { request } from './client.ts';
import { applyCommandResult } from './command-result.ts';
import { type Intent, intentFor } from './intent.ts';
import { type CallOutcome, PAST } from './problem.ts';

/** Calls that forms and buttons send. Actions ignore the idempotency key. */
export type CommandCall = CallOf<'command' | 'action'>;

/** The commands that can add, change or remove categories. */
const CHANGES_CATEGORIES: readonly CommandCall[] = [
  'addCategory',
  'renameCategory',
  'moveCategory',
  'archiveCategory',
  'restoreCategory',
  'mergeCategories',
  'importCommit',
  'undo',
];

/**
 * Creates a function that sends commands. Retries with the same input reuse the Idempotency-Key until one succeeds. A
 * user that a command returns replaces what the screens show. Nothing is sent while screens show the books as they
 * were. `onKey` takes the key before the request, which is the id of the change-set.
 */
export function commandSender() {
  let intent: Intent | null = null;
  return async function send<Name extends CommandCall>(
    name: Name,
    input: CallInput<Name>,
    file?: File,
    onKey?: (key: string) => void,
  ): Promise<CallOutcome<CallData<Name>>> {
    if (currentKnown() !== null) return { ok: false, problem: PAST };
    intent = intentFor({ name, input }, intent, file);
    onKey?.(intent.key);
    const outcome = await request(name, input, { idempotencyKey: intent.key, file });
    if (!outcome.ok) return outcome;
    intent = null;
    const user = userOf(outcome.data);
    if (user) applyCommandResult(user);
    if (CHANGES_CATEGORIES.includes(name)) refresh([[CATEGORIES]]);
    return outcome;
  };
}

/** The user in the data of a command, without other fields that some commands return. */
function userOf(data: object): User | null {
  if (!('transactionHistory' in data)) return null;
  const {
    goal: _goal,
    url: _url,
    imported: _imported,
    entry: _entry,
    category: _category,
    rule: _rule,
    budget: _budget,
    lacking: _lacking,
    schedule: _schedule,
    left: _left,
    ...user
  } = data as User & Record<string, unknown>;
  return user;
}
