import type { Problem } from '#contract/problems.ts';
import { formProblemMessage, isProblem } from '../../server/problem.ts';
import { showErrorToast } from '../../ui/toast.ts';

/** Shows the toast for a failed login. `signUp` runs when the user clicks "Sign up" after an unknown email. */
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
