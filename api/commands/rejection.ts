import { PROBLEMS, type ProblemCode } from '../../contract/problems.ts';
import type { Rejection } from '../../ledger/model/command-rule.ts';
import { ProblemError } from '../http/problem-error.ts';

/** The refusals that are about how much, and so about the amount among the input's fields. */
const ABOUT_AMOUNT = new Set<Rejection>(['not_enough_balance', 'amount_too_large', 'more_than_goal']);
/** What calls name their amount. */
const AMOUNT_FIELDS = ['amount', 'depositAmount', 'newAmount', 'currentAmount'];

/** Takes why the ledger refused a command, and its input, and gives the problem that says it, naming the field. */
export function refusal(reason: Rejection, input: object): ProblemError {
  const code: ProblemCode = reason;
  const field = AMOUNT_FIELDS.find((name) => Object.hasOwn(input, name));
  return new ProblemError(code, field && ABOUT_AMOUNT.has(reason) ? { [field]: PROBLEMS[code].title } : undefined);
}
