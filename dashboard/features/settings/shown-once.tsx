import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';

type Props = {
  title: string;
  description: string;
  /** The word for the text, such as `Token`. */
  name: string;
  /** Null while nothing is shown. */
  text: string | null;
  onClose: () => void;
};

/** Dialog with a secret that is shown this once. */
export function ShownOnce({ title, description, name, text, onClose }: Props) {
  return (
    // Escape does not close it: the text is not shown again.
    <Dialog open={text !== null} onOpenChange={() => undefined} title={title} description={description}>
      <p className="mt-4 rounded border border-rule-strong p-3 font-mono text-[0.875rem] wrap-anywhere select-all">
        {text}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={() => void copyText(text ?? '', name)}>Copy</Button>
        <Button kind="primary" data-initial-focus onClick={onClose}>
          I have kept it
        </Button>
      </div>
    </Dialog>
  );
}
