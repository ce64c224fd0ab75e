import type { Problem } from '../../contract/problems.ts';
import { explainToWriter, isProblem } from '../api-client/problem.ts';
import { failed } from '../ui/toast.ts';

/** Says why logging in didn't work; `signUp` is where a user who doesn't exist yet can go. */
export function sayLoginProblem(problem: Problem, signUp: () => void): void {
  if (isProblem(problem, 'user_not_found')) {
    failed(problem.title, {
      description: 'Did you mean to sign up?',
      action: { label: 'Sign up', onClick: signUp },
    });
  } else if (isProblem(problem, 'incorrect_password')) {
    failed(problem.title);
  } else {
    failed('Unable to log in', { description: explainToWriter(problem) });
  }
}
