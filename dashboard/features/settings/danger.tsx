import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';

const DeleteAccount = lazyOverlay(() => import('./delete-account.tsx').then((file) => file.DeleteAccount));

/** Section with what can't be undone. */
export function Danger() {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="delete-account">
      <h2 id="delete-account" className="subtitle">
        Delete Account
      </h2>
      <p className="mt-2 text-ink-muted">With every transaction, goal and picture in it. This can't be undone.</p>
      <Button kind="danger" className="mt-4" writes onClick={() => setOpen(true)}>
        Delete Account
      </Button>
      <DeleteAccount open={open} onOpenChange={setOpen} />
    </section>
  );
}
