import { messages } from '#contract/messages.ts';
import { PROBLEMS, type ProblemCode } from '#contract/problems.ts';
import { GIVEN_NAMES } from '#ledger/model/categories.ts';
import type { Rejection } from '#ledger/model/command-rule.ts';
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES } from '#ledger/model/constants.ts';
import { ProblemError } from '../http/problem-error.ts';

/** The names of the amount field in the calls' inputs. */
const AMOUNT = ['amount', 'depositAmount', 'newAmount', 'currentAmount', 'openingBalance'];

/** Rejections of a field: the problem is `invalid`, with this message. */
const INVALID: Partial<Record<Rejection, { field: string; message: string }>> = {
  transfer_to_itself: { field: 'to', message: messages.transferToItself },
  not_an_expense_category: { field: 'category', message: messages.notOneOf(EXPENSE_CATEGORIES) },
  not_an_income_category: { field: 'category', message: messages.notOneOf(INCOME_CATEGORIES) },
  part_not_an_expense_category: { field: 'parts', message: messages.notOneOf(EXPENSE_CATEGORIES) },
  part_not_an_income_category: { field: 'parts', message: messages.notOneOf(INCOME_CATEGORIES) },
  not_a_category: { field: 'change', message: messages.notOneOf(GIVEN_NAMES) },
  of_archived_category: { field: 'category', message: messages.categoryIsArchived },
  part_of_archived_category: { field: 'parts', message: messages.categoryIsArchived },
  merge_with_itself: { field: 'into', message: messages.mergeWithItself },
  cell_twice: { field: 'plans', message: messages.cellTwice },
  move_to_same_category: { field: 'to', message: messages.moveToItself },
  range_by_itself: { field: 'post', message: messages.rangeByItself },
  start_too_early: { field: 'rule', message: messages.startTooEarly },
  occurrence_amount_required: { field: 'amount', message: messages.occurrenceAmountRequired },
  account_of_no_transfer: { field: 'toAccount', message: messages.accountOfNoTransfer },
  entry_of_other_type: { field: 'entry', message: messages.entryOfOtherType },
  rules_not_whole: { field: 'ruleIds', message: messages.rulesNotWhole },
  wallet_required: { field: 'wallet', message: messages.walletRequired },
  wallet_of_income: { field: 'wallet', message: messages.walletOfIncome },
  category_beside_parts: { field: 'category', message: messages.categoryBesideParts },
  parts_required: { field: 'parts', message: messages.partsRequired },
  too_many_tags: { field: 'addTags', message: messages.tooManyTags },
  category_of_transfer: { field: 'category', message: messages.categoryOfTransfer },
  wallet_of_transfer: { field: 'wallet', message: messages.walletOfTransfer },
  account_of_transfer: { field: 'accountId', message: messages.accountOfTransfer },
  parts_do_not_add_up: { field: 'parts', message: messages.partsDoNotAddUp },
};

/** The names that the field which another rejection concerns has in the calls' inputs. */
const FIELDS: Partial<Record<Rejection, readonly string[]>> = {
  not_enough_balance: AMOUNT,
  amount_too_large: AMOUNT,
  more_than_goal: AMOUNT,
  more_than_saved: AMOUNT,
  account_name_taken: ['name'],
  category_name_taken: ['name'],
  category_not_found: ['categoryId'],
};

/** Why a rule of the ledger leaves an entry as it is, in the user's words. */
export function reasonOf(reason: Rejection): string {
  return INVALID[reason]?.message ?? PROBLEMS[reason as ProblemCode].title;
}

/**
 * Gives the problem for a rejection; its `errors` name the field of `input` that the rejection concerns. `details` are
 * the choices that there are, where the input names another one.
 */
export function rejectionProblem(reason: Rejection, input: object, details?: unknown): ProblemError {
  const invalid = INVALID[reason];
  if (invalid) {
    const { field, message } = invalid;
    const isById = field === 'category' && 'categoryId' in input && input.categoryId !== undefined;
    const text = Array.isArray(details) ? messages.notOneOf(details) : message;
    return new ProblemError('invalid', { [isById ? 'categoryId' : field]: text });
  }
  const code = reason as ProblemCode;
  const field = FIELDS[reason]?.find((name) => Object.hasOwn(input, name));
  return new ProblemError(code, field ? { [field]: PROBLEMS[code].title } : undefined);
}
