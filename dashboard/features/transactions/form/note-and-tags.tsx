import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { NOTE_MAX } from '#ledger/model/constants.ts';
import { FormField, Input } from '../../../ui/fields.tsx';
import { TextAreaField } from '../../../ui/registered-fields.tsx';

type Part = { registration: UseFormRegisterReturn; error: string | undefined; hint?: string | undefined };
type Props = {
  note: Part & { used: number };
  tags: Part;
  /** Whether the fields are asked for by what they have. They then stay. */
  opened: boolean;
  focusNote: () => void;
};

/** The fields for the note and the tags of an entry, folded away until they are asked for. */
export function NoteAndTags({ note, tags, opened, focusNote }: Props) {
  const [isOpen, setOpen] = useState(opened);
  if (opened && !isOpen) setOpen(true);

  function open() {
    // Rendered first, because the button that had the focus goes.
    flushSync(() => setOpen(true));
    focusNote();
  }

  if (!isOpen && note.error === undefined && tags.error === undefined) {
    return (
      <div className="col-span-full -my-2">
        <button type="button" className="py-2 text-small text-accent hover:underline touch:min-h-11" onClick={open}>
          Note and tags
        </button>
      </div>
    );
  }
  return (
    <>
      <div className="col-span-full">
        <TextAreaField
          label="Note"
          optional
          rows={3}
          count={{ used: note.used, max: NOTE_MAX }}
          hint={note.hint}
          error={note.error}
          registration={note.registration}
        />
      </div>
      <FormField
        className="col-span-full"
        label="Tags"
        optional
        hint={tags.hint}
        error={tags.error}
        aside={<span className="note text-small">with spaces between them</span>}
      >
        {(props) => <Input {...props} {...tags.registration} autoComplete="off" autoCapitalize="none" />}
      </FormField>
    </>
  );
}
