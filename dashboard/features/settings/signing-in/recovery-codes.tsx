import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { AskFirst } from './ask-first.tsx';
import { useProvedCall } from './use-proved-call.ts';

type CodesProps = { codes: readonly string[] | null; onClose: () => void };

const DESCRIPTION =
  'Each logs you in once, in place of a code or a passkey. Keep them where you find them without your phone: they ' +
  'are shown this once.';

/** Dialog with new recovery codes, which are shown once. */
export function RecoveryCodesDialog({ codes, onClose }: CodesProps) {
  return (
    // Escape does not close it: the codes are not shown again.
    <Dialog open={codes !== null} onOpenChange={() => undefined} title="Your recovery codes" description={DESCRIPTION}>
      <ul aria-label="Recovery codes" className="mt-5 grid justify-center gap-y-1 border-y border-rule py-3">
        {codes?.map((code) => (
          <li key={code} className="font-mono text-[0.9375rem] tracking-wide select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={() => saveFile('daybook-recovery-codes.txt', new Blob([`${(codes ?? []).join('\n')}\n`]))}>
          Download
        </Button>
        <Button kind="primary" data-initial-focus onClick={onClose}>
          I have kept them
        </Button>
      </div>
    </Dialog>
  );
}

type Props = { left: number; onCodes: (codes: readonly string[]) => void };

/** The number of recovery codes that are left, and the button that makes new ones. */
export function RecoveryCodes({ left, onCodes }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { start, pending } = useProvedCall('makeRecoveryCodes', {
    input: undefined,
    failed: 'Unable to make recovery codes',
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <div>
      <h3 className="font-semibold">Recovery codes</h3>
      <p className="mt-1 text-ink-muted">
        {left === 1 ? '1 code is' : `${left} codes are`} left. New ones take the place of those before.
      </p>
      <Button className="mt-3" pending={pending} onClick={() => setAsking(true)}>
        Make new codes
      </Button>
      <AskFirst
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Make new recovery codes?"
        description="The codes that you have kept no longer log you in then."
        action="Make new codes"
        onConfirm={() => void start()}
      />
    </div>
  );
}
