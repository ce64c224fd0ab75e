import { closeSession } from '../browser-state/session.ts';
import { call } from '../server/client.ts';
import { forgetAll } from '../server/command-result.ts';
import { showErrorToast, showLoadingToast, showSuccessToast } from '../ui/toast.ts';

/**
 * Ends the session on the server, then in the browser, and forgets what was loaded. The user stays logged in if the
 * call fails.
 */
export async function logOut(): Promise<void> {
  const id = showLoadingToast('Logging out');
  const outcome = await call('logout');
  if (!outcome.ok) return showErrorToast('Unable to log out', { id });
  showSuccessToast('Logged out', id);
  closeSession();
  forgetAll();
}
