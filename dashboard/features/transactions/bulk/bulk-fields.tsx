import { useState } from 'react';
import { type BulkChangeInput, bulkInput } from '#contract/bulk-calls.ts';
import { FIRST_DAY, LAST_DAY, TRANSACTION_TITLE_MAX, WALLETS } from '#ledger/model/constants.ts';
import { useUser } from '../../../server/user.ts';
import { openAccounts } from '../../../shared/accounts/accounts.ts';
import { categoriesOfBoth } from '../../../shared/categories/categories.ts';
import { newCategory } from '../../../shared/categories/new-category.tsx';
import { useCategories } from '../../../shared/categories/use-categories.ts';
import { FormField, Input, Select } from '../../../ui/fields.tsx';
import { tagsTyped } from '../form/typed-tags.ts';

/** The fields that a bulk changes, as the bar offers them. */
export type BulkField = 'category' | 'account' | 'wallet' | 'date' | 'title' | 'tags';

/** Names of the fields in the bar. */
export const BULK_FIELDS: Readonly<Record<BulkField, string>> = {
  category: 'Category',
  account: 'Account',
  wallet: 'Paid with',
  date: 'Date',
  title: 'Title',
  tags: 'Tags',
};

/** The typed or chosen change, or null if it is none yet, with the reason where it is wrong. */
export type TypedChange = { change: BulkChangeInput | null; error?: string };

type Props = {
  field: BulkField;
  error: string | undefined;
  onChange: (typed: TypedChange) => void;
};

/** Form field for the new value of many entries; of tags there are two. */
export function BulkValue({ field, ...rest }: Props) {
  return field === 'tags' ? <Tags {...rest} /> : <Value field={field} {...rest} />;
}

function Tags({ error, onChange }: Omit<Props, 'field'>) {
  const [typed, setTyped] = useState({ addTags: '', removeTags: '' });

  function take(name: keyof typeof typed, text: string) {
    const now = { ...typed, [name]: text };
    setTyped(now);
    const lists = Object.entries(now).flatMap(([list, words]) => {
      const tags = tagsTyped(words);
      return tags.length > 0 ? [[list, tags] as const] : [];
    });
    onChange(lists.length === 0 ? { change: null } : checked(Object.fromEntries(lists)));
  }

  const tagField = (name: keyof typeof typed, label: string, message: string | undefined) => (
    <FormField label={label} error={message} aside={<span className="note text-small">with spaces between them</span>}>
      {(props) => (
        <Input
          {...props}
          autoComplete="off"
          autoCapitalize="none"
          value={typed[name]}
          onChange={({ target }) => take(name, target.value)}
        />
      )}
    </FormField>
  );
  return (
    <>
      {tagField('addTags', 'Tags to add', error)}
      {tagField('removeTags', 'Tags to remove', undefined)}
    </>
  );
}

function Value({ field, error, onChange }: Props & { field: Exclude<BulkField, 'tags'> }) {
  const [value, setValue] = useState('');

  function take(typed: string) {
    setValue(typed);
    onChange(typed === '' ? { change: null } : checked(changeOf(field, typed)));
  }

  return (
    <FormField label={BULK_FIELDS[field]} error={error}>
      {(props) => {
        const common = {
          ...props,
          value,
          onChange: ({ target }: { target: { value: string } }) => take(target.value),
        };
        if (field === 'date') return <Input {...common} type="date" min={FIRST_DAY} max={LAST_DAY} />;
        if (field === 'title') return <Input {...common} autoComplete="off" maxLength={TRANSACTION_TITLE_MAX} />;
        return (
          <Select
            {...common}
            isAlone
            newOption={field === 'category' ? newCategory('Expense', ({ name }) => take(name)) : undefined}
          >
            <option value="" disabled>
              Choose…
            </option>
            <Choices field={field} />
          </Select>
        );
      }}
    </FormField>
  );
}

/** Stands for no category: the empty value stands for no choice. */
const NO_CATEGORY = '-';

function Choices({ field }: { field: 'category' | 'account' | 'wallet' }) {
  const user = useUser();
  const categories = useCategories();
  const option = (value: string, label = value) => (
    <option key={value} value={value}>
      {label}
    </option>
  );
  if (field === 'account') return openAccounts(user).map(({ _id, name }) => option(_id, name));
  if (field === 'wallet') return WALLETS.map((wallet) => option(wallet));
  const { expenses, incomes, either } = categoriesOfBoth(categories);
  return (
    <>
      <optgroup label="Expenses">{expenses.map(({ value, label }) => option(value, label))}</optgroup>
      <optgroup label="Income">{incomes.map(({ value, label }) => option(value, label))}</optgroup>
      <optgroup label="Either">
        {either.map(({ value }) => option(value))}
        {option(NO_CATEGORY, 'None')}
      </optgroup>
    </>
  );
}

function changeOf(field: Exclude<BulkField, 'tags'>, value: string): object {
  if (field === 'category') return { category: value === NO_CATEGORY ? null : value };
  return field === 'account' ? { accountId: value } : { [field]: value };
}

/** A change by the contract's schema, with what is wrong about it. */
function checked(change: object): TypedChange {
  const { data, error } = bulkInput.safeParse({ select: { q: '' }, change });
  if (error) return { change: null, error: error.issues[0]?.message ?? '' };
  return { change: data.change ?? null };
}
