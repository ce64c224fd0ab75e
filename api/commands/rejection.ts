import { PROBLEMS, type ProblemCode } from '../../contract/problems.ts';
import type { Rejection } from '../../ledger/model/command-rule.ts';
import { ProblemError } from '../http/problem-error.ts';

/** The names of the amount field in the calls' inputs. */
const AMOUNT = ['amount', 'depositAmount', 'newAmount', 'currentAmount'];

/** The names that the field which a rejection concerns has in the calls' inputs; none where it concerns no field. */
const FIELDS: Record<Rejection, readonly string[]> = {
  not_enough_balance: AMOUNT,
  amount_too_large: AMOUNT,
  more_than_goal: AMOUNT,
  deposit_not_empty: [],
  transaction_not_found: [],
  goal_not_found: [],
  already_paid: [],
};

/** Gives the problem for a rejection; its `errors` name the field of `input` that the rejection concerns. */
export function rejectionProblem(reason: Rejection, input: object): ProblemError {
  const code: ProblemCode = reason;
  const field = FIELDS[reason].find((name) => Object.hasOwn(input, name));
  return new ProblemError(code, field ? { [field]: PROBLEMS[code].title } : undefined);
}
