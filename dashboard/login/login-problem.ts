import type { Problem } from '../../contract/problems.ts';
import { formProblemMessage, isProblem } from '../api-client/problem.ts';
import { showErrorToast } from '../ui/toast.ts';

/** Says why logging in didn't work; `signUp` is where a user who doesn't exist yet can go. */
export function showLoginProblem(problem: Problem, signUp: () => void): void {
  if (isProblem(problem, 'user_not_found')) {
    showErrorToast(problem.title, {
      description: 'Did you mean to sign up?',
      action: { label: 'Sign up', onClick: signUp },
    });
  } else if (isProblem(problem, 'incorrect_password')) {
    showErrorToast(problem.title);
  } else {
    showErrorToast('Unable to log in', { description: formProblemMessage(problem) });
  }
}
