import { PROBLEMS, type ProblemCode } from '../../contract/problems.ts';
import type { Rejection } from '../../ledger/model/command-rule.ts';
import { ProblemError } from '../http/problem-error.ts';

/** The rejections that concern the input's amount field. */
const ABOUT_AMOUNT = new Set<Rejection>(['not_enough_balance', 'amount_too_large', 'more_than_goal']);
/** The names of the amount field in the calls' inputs. */
const AMOUNT_FIELDS = ['amount', 'depositAmount', 'newAmount', 'currentAmount'];

/** Gives the problem for a rejection; its `errors` name the amount field of `input` when the rejection concerns it. */
export function rejectionProblem(reason: Rejection, input: object): ProblemError {
  const code: ProblemCode = reason;
  const field = AMOUNT_FIELDS.find((name) => Object.hasOwn(input, name));
  return new ProblemError(code, field && ABOUT_AMOUNT.has(reason) ? { [field]: PROBLEMS[code].title } : undefined);
}
