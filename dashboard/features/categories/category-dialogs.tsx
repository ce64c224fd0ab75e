import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { Category } from '#contract/category-calls.ts';
import { useInPlace } from '../../commands/use-in-place.ts';
import { AddCategory } from '../../shared/categories/add-category.tsx';
import { parentsFor, pathOf } from '../../shared/categories/categories.ts';
import { countWords } from '../../shared/entries/count-words.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { FormField, Select } from '../../ui/fields.tsx';

/** The question of a dialog: a category to add, to move, or to merge. */
export type CategoryQuestion =
  | { what: 'add'; kind: Category['kind']; parent: string | null }
  | { what: 'move' | 'merge'; category: Category };

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  question: CategoryQuestion | null;
  categories: readonly Category[];
};

/** The dialogs that add a category, move one, and merge one into another. */
export function CategoryDialogs({ open, onOpenChange, question, categories }: Props) {
  if (!question) return null;
  const done = () => onOpenChange(false);
  const dialog = (title: string, description: string, form: ReactNode) => (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      {form}
    </Dialog>
  );
  if (question.what === 'add')
    return dialog(
      'Add a Category',
      'It is offered wherever a category is chosen.',
      <AddCategory kind={question.kind} parent={question.parent} categories={categories} onAdded={done} />,
    );
  const { category, what } = question;
  if (what === 'move')
    return dialog(
      'Move the Category',
      `${category.name} keeps its entries.`,
      <MoveCategory category={category} categories={categories} onDone={done} />,
    );
  return dialog(
    'Merge the Category',
    `${entriesMove(category)} ${category.name} is gone then; you can undo it in History.`,
    <MergeCategory category={category} categories={categories} onDone={done} />,
  );
}

function entriesMove({ name, count }: Category): string {
  if (count === 0) return `${name} has no entries.`;
  return `The ${countWords(count)} of ${name} ${count === 1 ? 'gets' : 'get'} the other category, and so do its rules.`;
}

type FormProps = { categories: readonly Category[]; onDone: () => void };

/** The choice that stands for no parent. */
const TOP = '';

type OfOneProps = FormProps & { category: Category };

function MoveCategory({ category, categories, onDone }: OfOneProps) {
  const [parent, setParent] = useState(category.parent ?? TOP);
  const { send, pending, problem } = useInPlace('moveCategory', {
    saved: 'Category moved',
    failed: 'Unable to move the category',
    onSaved: onDone,
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (parent === (category.parent ?? TOP)) onDone();
    else void send({ categoryId: category._id, parent: parent || null });
  }

  return (
    <DialogForm onSubmit={submit}>
      <FormField label="Below" error={problem}>
        {(props) => (
          <Select {...props} value={parent} onChange={({ target }) => setParent(target.value)}>
            <option value={TOP}>None: at the top</option>
            {parentsFor(categories, category.kind, category._id).map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <DialogActions action="Move" pending={pending} />
    </DialogForm>
  );
}

function MergeCategory({ category, categories, onDone }: OfOneProps) {
  const [into, setInto] = useState('');
  const [wrong, setWrong] = useState<string>();
  const { send, pending, problem } = useInPlace('mergeCategories', {
    saved: `Merged: ${category.name}`,
    failed: 'Unable to merge the categories',
    onSaved: onDone,
  });
  const others = categories.filter(
    ({ _id, kind, isArchived }) => kind === category.kind && !isArchived && _id !== category._id,
  );

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setWrong(into === '' ? 'Choose a category' : undefined);
    if (into !== '') void send({ from: category._id, into });
  }

  return (
    <DialogForm onSubmit={submit}>
      <FormField label="Into" error={wrong ?? problem}>
        {(props) => (
          <Select {...props} value={into} onChange={({ target }) => setInto(target.value)}>
            <option value="" disabled>
              Choose…
            </option>
            {others.map((other) => (
              <option key={other._id} value={other._id}>
                {pathOf(categories, other)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <DialogActions action="Merge" pending={pending} />
    </DialogForm>
  );
}
