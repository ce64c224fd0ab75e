import { UnreadableFile } from '#imports/parsed.ts';
import { ImpossibleChoice } from '#imports/plan/steps.ts';
import { ProblemError } from '../http/problem-error.ts';

/**
 * Throws the problem of a file that can't be read, or of a choice that can't be, with the sentence for the user; any
 * other error as it is.
 */
export function asProblem(error: unknown): never {
  if (error instanceof UnreadableFile) throw new ProblemError('unreadable_file', { file: error.message });
  if (error instanceof ImpossibleChoice) throw new ProblemError('invalid', { choices: error.message });
  throw error;
}
