import type { AmountFault } from '#ledger/line/amounts.ts';
import type { Line, LineProblem as LineProblemCode } from '#ledger/line/line.ts';
import type { ReadLine } from './line-calls.ts';
import { messages } from './messages.ts';
import type { LineProblemDetails } from './problem-details.ts';

const WRONG_AMOUNTS: Readonly<Record<AmountFault, string>> = {
  'not worked out': messages.lineNotWorkedOut,
  'too large': messages.amountTooLarge,
  'too small': messages.amountTooSmallForTransfer,
};

function wordsOf(problem: LineProblemCode): string {
  switch (problem.code) {
    case 'amount_missing':
      return messages.amountRequired;
    case 'amount_wrong':
      return WRONG_AMOUNTS[problem.why];
    case 'title_missing':
      return messages.titleRequired;
    case 'date_wrong':
      return messages.notADate;
    case 'category_ambiguous':
    case 'account_ambiguous':
      return messages.severalMeant([...problem.names]);
    case 'account_unknown':
      return messages.noSuchAccount(problem.name);
    case 'same_account':
      return messages.transferToItself;
    default:
      return problem satisfies never;
  }
}

/** The problems of a line and its warnings, in words (product 4.17). */
export function lineInWords({
  problems,
  warnings,
}: Pick<Line, 'problems' | 'warnings'>): Pick<ReadLine, 'problems' | 'warnings'> {
  return {
    problems: problems.map((problem): LineProblemDetails => {
      const { code, from, to } = problem;
      return { code, from, to, message: wordsOf(problem) };
    }),
    warnings: warnings.map((warning) => ({ ...warning, message: messages.dayInFuture })),
  };
}
