import { useWatch } from 'react-hook-form';
import { type Category, categoryInput } from '#contract/category-calls.ts';
import { CATEGORY_NAME_MAX } from '#ledger/model/categories.ts';
import type { CategoryKind } from '#ledger/model/constants.ts';
import { CATEGORY_KINDS } from '#ledger/model/constants.ts';
import { useCommandForm } from '../../commands/use-command-form.ts';
import { DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { SelectField, TextInput } from '../../ui/registered-fields.tsx';
import { categoryWithId, parentsFor } from './categories.ts';

/** The choice that stands for no parent. */
const TOP = '';

type Props = {
  kind: CategoryKind;
  /** At first. */
  name?: string;
  parent: string | null;
  categories: readonly Category[];
  onAdded: (added: { _id: string; name: string }) => void;
};

/** Form that adds a category, of a kind and below another one at first. */
export function AddCategory({ kind, name = '', parent, categories, onAdded }: Props) {
  const { register, errors, submit, pending, control, setValue } = useCommandForm('addCategory', {
    schema: categoryInput,
    defaultValues: { name, kind, parent: parent ?? TOP },
    fields: ['name', 'kind', 'parent'],
    input: ({ parent, ...values }) => ({ ...values, ...(parent !== undefined && { parent }) }),
    failed: 'Unable to add the category',
    saved: 'Category added',
    onSaved: ({ category }) => onAdded(category),
  });
  const chosen = useWatch({ control, name: 'kind' });
  const parents = parentsFor(categories, chosen, null);
  return (
    <DialogForm onSubmit={submit}>
      <TextInput
        label="Name"
        autoComplete="off"
        maxLength={CATEGORY_NAME_MAX}
        error={errors.name?.message}
        registration={register('name')}
      />
      <SelectField
        label="Kind"
        options={CATEGORY_KINDS}
        error={errors.kind?.message}
        registration={register('kind', { onChange: () => setValue('parent', TOP) })}
      />
      <SelectField
        key={chosen}
        label="Below"
        optional
        options={[TOP, ...parents.map(({ _id }) => _id)]}
        emptyLabel="None: at the top"
        formatOption={(id) => categoryWithId(categories, id)?.name ?? id}
        error={errors.parent?.message}
        registration={register('parent')}
      />
      <DialogActions action="Add category" pending={pending} />
    </DialogForm>
  );
}
