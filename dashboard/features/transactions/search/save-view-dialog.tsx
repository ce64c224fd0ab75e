import { VIEW_NAME_MAX } from '#contract/limits.ts';
import { saveViewInput } from '#contract/search-calls.ts';
import { useCommandForm } from '../../../commands/use-command-form.ts';
import { replace } from '../../../server/cache.ts';
import { viewsQuery } from '../../../server/entry-queries.ts';
import { Dialog, DialogActions, DialogForm } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/registered-fields.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; q: string };

/** Dialog that keeps a query under a name (product 5.15). */
export function SaveViewDialog({ open, onOpenChange, q }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Save view"
      description="It stands above the list from now on. A view of the same name gets this search."
    >
      <SaveViewForm q={q} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function SaveViewForm({ q, onDone }: { q: string; onDone: () => void }) {
  const { register, errors, submit, pending } = useCommandForm('saveView', {
    schema: saveViewInput.pick({ name: true }),
    defaultValues: { name: '' },
    fields: ['name'],
    input: ({ name }) => ({ name, q }),
    saved: 'View saved',
    failed: 'Unable to save the view',
    onSaved: ({ views }) => {
      replace(viewsQuery.queryKey, views);
      onDone();
    },
  });
  return (
    <DialogForm onSubmit={submit}>
      <TextInput
        label="Name"
        autoComplete="off"
        maxLength={VIEW_NAME_MAX}
        error={errors.name?.message}
        registration={register('name')}
      />
      <p className="text-small wrap-anywhere text-ink-muted">{q}</p>
      <DialogActions action="Save" pending={pending} />
    </DialogForm>
  );
}
