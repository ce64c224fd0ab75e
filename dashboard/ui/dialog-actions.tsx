import { Dialog } from 'radix-ui';
import { Button } from './button.tsx';

type Props = { action: string; kind?: 'primary' | 'danger-fill'; pending: boolean };

/** Cancel and submit buttons of a dialog form. */
export function DialogActions({ action, kind = 'primary', pending }: Props) {
  return (
    <div className="dialog-actions">
      <Dialog.Close asChild>
        <Button kind="quiet">Cancel</Button>
      </Dialog.Close>
      <Button type="submit" kind={kind} pending={pending}>
        {action}
      </Button>
    </div>
  );
}
