import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '#contract/messages.ts';
import type { User } from '#contract/user.ts';
import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { useUser } from '../../../server/user.ts';
import {
  categoriesToChoose,
  categoryInputOf,
  refundsToChoose,
  valueOfCategory,
} from '../../../shared/categories/categories.ts';
import { newCategory } from '../../../shared/categories/new-category.tsx';
import { useCategories } from '../../../shared/categories/use-categories.ts';
import { useFromList } from '../../../shared/entries/from-list.ts';
import { TableCell, TableRow } from '../../../shared/entries/table.tsx';
import { AmountInput } from '../../../ui/amount-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormField, Input } from '../../../ui/fields.tsx';
import { SearchChoice } from '../../../ui/search-choice.tsx';
import { parseAmount, typedText } from '../../../ui/typed-amount.ts';
import { EDIT } from '../form/edit-state.ts';
import { type SavedFieldName, type UnfoldedRow, useSavedField } from './use-saved-field.ts';

type Props = {
  entry: UnfoldedRow;
  /** The field that has the focus at first. */
  first: SavedFieldName;
  /** Called with Enter, Escape or 'Done'. */
  onFold: () => void;
};

const PANEL = 'relative border-b border-rule bg-hover/60 px-4 pt-3 pb-4 -mx-4 max-sm:mx-0 max-sm:px-3';
const GRID = [
  'grid grid-cols-[minmax(0,1fr)_8.5rem_9.75rem_13rem] items-start gap-x-4 gap-y-3 max-[1280px]:grid-cols-2',
  'max-sm:grid-cols-1',
].join(' ');

/** The fields of an entry below its row. Each is saved when it is left, by itself (product 9.7). */
export function UnfoldedEntry({ entry, first, onFold }: Props) {
  const user = useUser();
  const from = useFromList();
  const panel = useRef<HTMLDivElement>(null);
  const isFiled = entry.type !== 'Transfer' && !entry.parts;
  useEffect(() => {
    const field = panel.current?.querySelector<HTMLInputElement>(`[data-field="${first}"] input`);
    field?.focus();
    field?.select();
  }, [first]);
  const common = { entry, user, onFold };
  return (
    <TableRow ref={panel} className={PANEL}>
      <TableCell>
        <fieldset className={GRID} aria-label={`Change ${entry.title ?? 'transfer'}`}>
          <TitleCell {...common} />
          {!entry.parts && <AmountCell {...common} />}
          <DateCell {...common} />
          {isFiled && <CategoryCell {...common} isAlone={first === 'category'} />}
          <NoteCell {...common} />
        </fieldset>
        <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-6">
          <Link className="link text-small" to={`/transactions/${entry._id}`} state={{ ...from, ...EDIT }}>
            {entry.parts ? 'All fields, and its parts' : 'All fields'}
          </Link>
          <Button kind="quiet" size="compact" writes={false} className="-mr-3" onClick={onFold}>
            Done
          </Button>
        </p>
      </TableCell>
    </TableRow>
  );
}

type CellProps = { entry: UnfoldedRow; user: User; onFold: () => void };
type Saved = ReturnType<typeof useSavedField>;

/** Enter saves and folds, Escape folds without saving, and leaving the field saves. */
function useSavingKeys(field: Saved, onFold: () => void) {
  const isLeaving = useRef(false);
  return {
    onBlur: () => {
      if (!isLeaving.current) void field.save(field.typed, false);
    },
    onKeyDown: async (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Escape') {
        event.stopPropagation();
        isLeaving.current = true;
        field.reset();
        onFold();
      } else if (event.key === 'Enter') {
        event.preventDefault();
        if (await field.save(field.typed, true)) {
          isLeaving.current = true;
          onFold();
        }
      }
    },
  };
}

function TitleCell({ entry, onFold }: CellProps) {
  const isTransfer = entry.type === 'Transfer';
  const field = useSavedField({
    entry,
    name: 'title',
    textOf: ({ title }) => title ?? '',
    changeOf: (title) => (title.trim() === '' && !isTransfer ? { error: messages.titleRequired } : { title }),
  });
  return <TextCell name="title" label="Title" optional={isTransfer} {...{ field, onFold }} />;
}

type TextCellProps = {
  name: SavedFieldName;
  label: string;
  optional: boolean;
  className?: string;
  field: Saved;
  onFold: () => void;
};

function TextCell({ name, label, optional, className, field, onFold }: TextCellProps) {
  const keys = useSavingKeys(field, onFold);
  return (
    <div data-field={name} className={className}>
      <FormField label={label} error={field.error} hint={field.hint} optional={optional}>
        {(props) => (
          <Input
            {...props}
            {...keys}
            value={field.typed}
            autoComplete="off"
            onChange={({ target }) => field.type(target.value)}
          />
        )}
      </FormField>
    </div>
  );
}

function AmountCell({ entry, user, onFold }: CellProps) {
  const field = useSavedField({
    entry,
    name: 'amount',
    textOf: ({ amount }) => typedText(amount, user.currency),
    changeOf: (text) => {
      const amount = parseAmount(text);
      if (amount === undefined) return { error: messages.amountRequired };
      return Number.isNaN(amount) ? { error: messages.notAnAmount } : { amount };
    },
  });
  const keys = useSavingKeys(field, onFold);
  return (
    <div data-field="amount" {...keys}>
      <AmountInput label="Amount" typed={field.typed} onType={field.type} error={field.error} hint={field.hint} />
    </div>
  );
}

function DateCell({ entry, onFold }: CellProps) {
  const field = useSavedField({
    entry,
    name: 'date',
    textOf: ({ date }) => date,
    changeOf: (date) => (date === '' ? { error: messages.dateRequired } : { date }),
  });
  const keys = useSavingKeys(field, onFold);
  return (
    <div data-field="date">
      <FormField label="Date" error={field.error} hint={field.hint}>
        {(props) => (
          <Input
            {...props}
            {...keys}
            type="date"
            min={FIRST_DAY}
            max={LAST_DAY}
            value={field.typed}
            onChange={({ target }) => field.type(target.value)}
          />
        )}
      </FormField>
    </div>
  );
}

/** With `isAlone` the row folds once a category is chosen. */
function CategoryCell({ entry, onFold, isAlone }: CellProps & { isAlone: boolean }) {
  const categories = useCategories();
  const kind = entry.type === 'Income' ? 'Income' : 'Expense';
  const field = useSavedField({
    entry,
    name: 'category',
    textOf: (row) => valueOfCategory(categories, row),
    changeOf: (value) => categoryInputOf(value),
  });
  const keys = useSavingKeys(field, onFold);
  const choices = categoriesToChoose(
    categories,
    kind,
    [field.typed].filter((value) => !value.startsWith(' ')),
  );
  const refunds = kind === 'Income' ? refundsToChoose(categories, [field.typed]) : [];
  async function choose(value: string) {
    field.type(value);
    if ((await field.save(value, false)) && isAlone) onFold();
  }
  return (
    <div data-field="category" className={isAlone ? 'max-sm:order-first' : ''} {...keys}>
      <SearchChoice
        label="Category"
        error={field.error}
        hint={field.hint}
        value={field.typed}
        options={[
          ...(kind === 'Expense' ? [{ value: '', label: 'None' }] : []),
          ...choices,
          ...refunds.map((refund) => ({ ...refund, group: 'Refund of' })),
        ]}
        newOption={newCategory(kind, ({ name }) => void choose(name))}
        onChoose={(value) => void choose(value)}
      />
    </div>
  );
}

function NoteCell({ entry, onFold }: CellProps) {
  const field = useSavedField({
    entry,
    name: 'note',
    textOf: ({ note }) => note ?? '',
    changeOf: (note) => ({ note }),
  });
  return <TextCell name="note" label="Note" optional className="col-span-full" {...{ field, onFold }} />;
}
