import { useCommand } from '../server/use-command.ts';
import { Button } from '../ui/button.tsx';
import { dismissToast, showLoadingToast } from '../ui/toast.ts';

/** Button that creates a checkout and navigates to its payment page. */
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
    const { url } = outcome.data;
    // The back button may restore this page from the bfcache, with the toast still shown.
    window.addEventListener('pagehide', () => dismissToast(toast), { once: true });
    window.location.assign(url);
  }

  return (
    <Button kind={kind} writes pending={pending} onClick={upgrade}>
      Upgrade to premium
    </Button>
  );
}
