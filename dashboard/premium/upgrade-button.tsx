import { useCommand } from '../api-client/use-command.ts';
import { storeUser } from '../store/user.ts';
import { Button } from '../ui/button.tsx';
import { dismissToast, showLoadingToast } from '../ui/toast.ts';

/** The way to Premium: begins the payment and leads to where it is made. */
export function UpgradeButton({ kind }: { kind: 'premium' | 'premium-fill' }) {
  const { send, pending } = useCommand('createCheckout');

  async function upgrade() {
    const toast = showLoadingToast('Creating checkout session...');
    const outcome = await send(undefined);
    if (!outcome) return dismissToast(toast);
    if (!outcome.ok) {
      dismissToast(toast);
      console.error('The checkout session could not be created:', outcome.problem.title);
      return;
    }
    const { url, ...user } = outcome.data;
    storeUser(user);
    // Coming back, the browser may show this page as it was left.
    window.addEventListener('pagehide', () => dismissToast(toast), { once: true });
    window.location.assign(url);
  }

  return (
    <Button kind={kind} pending={pending} onClick={upgrade}>
      Upgrade to premium
    </Button>
  );
}
