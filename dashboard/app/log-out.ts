import { call } from '../api-client/client.ts';
import { leaveSession } from '../session/session.ts';
import { failed, said, underWay } from '../ui/toast.ts';

/** Ends the session on the server, then here. If the server can't be told, the user stays logged in. */
export async function logOut(): Promise<void> {
  const id = underWay('Logging out');
  const outcome = await call('logout');
  if (!outcome.ok) return failed('Unable to log out', { id });
  said('Logged out', id);
  leaveSession();
}
