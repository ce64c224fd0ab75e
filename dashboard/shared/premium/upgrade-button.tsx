import { useCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { dismissToast, showLoadingToast } from '../../ui/toast.ts';

/** Button that creates a checkout and navigates to its payment page. */
export function UpgradeButton({ kind }: { kind: 'premium' | 'premium-fill' }) {
  const { send, pending } = useCommand('createCheckout', { onSaved: ({ url }) => window.location.assign(url) });

  async function upgrade() {
    const toast = showLoadingToast('Creating checkout session...');
    // The back button may restore this page from the bfcache, with the toast still shown.
    window.addEventListener('pagehide', () => dismissToast(toast), { once: true });
    const isCreated = await send(undefined, {
      onFailed: ({ title }) => console.error('The checkout session could not be created:', title),
    });
    if (!isCreated) dismissToast(toast);
  }

  return (
    <Button kind={kind} writes pending={pending} onClick={upgrade}>
      Upgrade to premium
    </Button>
  );
}
