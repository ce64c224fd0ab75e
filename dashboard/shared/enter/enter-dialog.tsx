import { Dialog } from '../../ui/dialog.tsx';
import { EnterLine } from './enter-line.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; takeTyped: () => string };

/** Dialog of the line to enter, for screens that don't have it. It stays open for the next line. */
export function EnterDialog({ open, onOpenChange, takeTyped }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Enter a line"
      description="An amount and a title; a date, #category, #tag and @account as you like."
    >
      <div className="mt-4">
        <EnterLine place="dialog" takeTyped={takeTyped} />
      </div>
    </Dialog>
  );
}
