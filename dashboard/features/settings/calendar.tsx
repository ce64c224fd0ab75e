import { useState } from 'react';
import { useCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Checkbox, FormField, Input } from '../../ui/fields.tsx';

/**
 * Section for the address by which another calendar shows what comes next. It is shown once, when it is made; a new one
 * takes the place of the earlier address.
 */
export function CalendarSection() {
  const [hasAmounts, setAmounts] = useState(false);
  const [address, setAddress] = useState<string>();
  const make = useCommand('makeCalendarToken', {
    failed: 'Unable to make the address',
    onSaved: ({ url }) => setAddress(new URL(url, window.location.origin).href),
  });
  const revoke = useCommand('revokeCalendarToken', {
    saved: 'The address is no longer valid',
    failed: 'Unable to revoke the address',
    onSaved: () => setAddress(undefined),
  });

  return (
    <section aria-labelledby="calendar">
      <h2 id="calendar" className="subtitle">
        Calendar
      </h2>
      <p className="mt-2 text-small text-ink-muted">
        An address by which any calendar shows what comes in the next twelve months. Whoever has it can read that, and
        nothing else. A new address replaces the one before.
      </p>
      <div className="mt-2">
        <Checkbox label="With amounts" checked={hasAmounts} onChange={setAmounts} />
      </div>
      <div aria-live="polite">
        {address !== undefined && (
          <div className="my-3">
            <FormField label="Address" hint="It is shown only now." error={undefined}>
              {(props) => <Input {...props} readOnly value={address} onFocus={({ target }) => target.select()} />}
            </FormField>
          </div>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        {address !== undefined && (
          <Button kind="primary" onClick={() => void copyText(address, 'Address')}>
            Copy
          </Button>
        )}
        <Button writes pending={make.pending} onClick={() => void make.send({ amounts: hasAmounts })}>
          {address === undefined ? 'Make an address' : 'Replace it'}
        </Button>
        <Button kind="quiet" writes pending={revoke.pending} onClick={() => void revoke.send({})}>
          Revoke
        </Button>
      </div>
    </section>
  );
}
