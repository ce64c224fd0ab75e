import { type RefObject, useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import {
  NOTE_MAX,
  PART_NOTE_MAX,
  PARTS_MAX,
  PARTS_MIN,
  TRANSACTION_TITLE_MAX,
  WALLETS,
} from '#ledger/model/constants.ts';
import { QUERY_MAX } from '#ledger/search/query.ts';
import { type CategoryChoice, categoriesOfBoth } from '../../shared/categories/categories.ts';
import { newCategory } from '../../shared/categories/new-category.tsx';
import { useCategories } from '../../shared/categories/use-categories.ts';
import { QueryChips } from '../../shared/query/query-chips.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox, ErrorText, FormField, Input, Select } from '../../ui/fields.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import type { RuleErrors } from './rule-errors.ts';
import { newPart, type PartValues, type RuleValues } from './rule-values.ts';

type Props = { values: RuleValues; onChange: (values: RuleValues) => void; errors: RuleErrors };

/** Fields of a rule: when, and what then. What is left empty stays as it is. */
export function RuleFormFields({ values, onChange, errors }: Props) {
  const { when, category, title, wallet, stop, isOn, parts } = values;
  const first = useRef<HTMLInputElement>(null);
  const categoryField = useRef<HTMLSelectElement>(null);
  const partList = useRef<HTMLOListElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const set = (changed: Partial<RuleValues>) => onChange({ ...values, ...changed });
  const typed = (name: 'when' | 'title' | 'tags' | 'note') => ({
    value: values[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });

  function split() {
    // Rendered first, because the button that had the focus goes.
    flushSync(() => set({ parts: [newPart(category || 'Other', 'percent', '50'), newPart('Other', 'rest')] }));
    partList.current?.querySelector('input')?.focus();
  }

  function join() {
    flushSync(() => set({ parts: [] }));
    categoryField.current?.focus();
  }

  return (
    <>
      <FormField label="When an entry is found by" error={errors.when}>
        {(props) => (
          <Input
            {...props}
            {...typed('when')}
            ref={first}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={QUERY_MAX}
            placeholder="title:bakery amount<20"
            required
          />
        )}
      </FormField>
      {when.trim() !== '' && (
        <div className="-mt-2">
          <QueryChips text={when} label="What it asks" />
        </div>
      )}
      {parts.length === 0 ? (
        <FormField
          label="Category"
          optional
          error={errors.category}
          aside={
            <button
              type="button"
              className="-my-2 py-2 text-label text-accent hover:underline"
              aria-label="Split into parts"
              onClick={split}
            >
              Split
            </button>
          }
        >
          {(props) => (
            <Select
              {...props}
              ref={categoryField}
              value={category}
              onChange={({ target }) => set({ category: target.value })}
              newOption={newCategory('Expense', ({ name }) => set({ category: name }))}
            >
              <option value="">{AS_IT_IS}</option>
              <CategoryOptions present={category} />
            </Select>
          )}
        </FormField>
      ) : (
        <Parts list={partList} parts={parts} onChange={(parts) => set({ parts })} onJoin={join} error={errors.parts} />
      )}
      <FormField label="Title" optional error={errors.title} count={{ used: title.length, max: TRANSACTION_TITLE_MAX }}>
        {(props) => <Input {...props} {...typed('title')} maxLength={TRANSACTION_TITLE_MAX} placeholder={AS_IT_IS} />}
      </FormField>
      <FormField label="Paid with" optional error={errors.wallet}>
        {(props) => (
          <Select {...props} value={wallet} onChange={({ target }) => set({ wallet: target.value })}>
            <option value="">{AS_IT_IS}</option>
            {WALLETS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField
        label="Tags to add"
        optional
        error={errors.tags}
        aside={<span className="note text-small">with spaces between them</span>}
      >
        {(props) => <Input {...props} {...typed('tags')} autoCapitalize="none" />}
      </FormField>
      <FormField label="Note" optional error={errors.note}>
        {(props) => <Input {...props} {...typed('note')} maxLength={NOTE_MAX} placeholder={AS_IT_IS} />}
      </FormField>
      <div className="-my-1 flex flex-wrap gap-x-9">
        <Checkbox label="Stop here" checked={stop} onChange={(stop) => set({ stop })} />
        <Checkbox label="On" checked={isOn} onChange={(isOn) => set({ isOn })} />
      </div>
    </>
  );
}

const AS_IT_IS = 'As it is';

/** The categories of both kinds, with that which is present. */
function CategoryOptions({ present }: { present: string }) {
  const { expenses, incomes, either } = categoriesOfBoth(useCategories(), [present]);
  const options = (choices: CategoryChoice[]) =>
    choices.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
  const isThere = [...expenses, ...incomes, ...either].some(({ value }) => value === present);
  return (
    <>
      {present !== '' && !isThere && <option value={present}>{present}</option>}
      <optgroup label="Expenses">{options(expenses)}</optgroup>
      <optgroup label="Income">{options(incomes)}</optgroup>
      <optgroup label="Either">{options(either)}</optgroup>
    </>
  );
}

const SHARES = [
  { value: 'percent', label: '%' },
  { value: 'amount', label: 'amount' },
  { value: 'rest', label: 'the rest' },
] as const;

type PartsProps = {
  list: RefObject<HTMLOListElement | null>;
  parts: readonly PartValues[];
  onChange: (parts: PartValues[]) => void;
  onJoin: () => void;
  error: string | undefined;
};

/** The parts into which a rule splits an entry, each with a percentage, an amount, or what is left. */
function Parts({ list, parts, onChange, onJoin, error }: PartsProps) {
  const errorId = useId();
  const set = (id: number, changed: Partial<PartValues>) =>
    onChange(parts.map((part) => (part.id === id ? { ...part, ...changed } : part)));
  const hasRest = parts.some(({ by }) => by === 'rest');

  function remove(id: number) {
    // Rendered first, because the button that had the focus goes.
    flushSync(() => onChange(parts.filter((part) => part.id !== id)));
    list.current?.querySelector('select')?.focus();
  }

  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="mb-[0.4rem] text-small font-semibold">Parts</legend>
      <ol ref={list} className="border-t border-rule-strong">
        {parts.map(({ id, by, share, category, note }, index) => {
          const ofPart = `of part ${index + 1}`;
          return (
            <li key={id} className={PART}>
              <FormField label={`Share ${ofPart}`} hiddenLabel error={undefined}>
                {(props) => (
                  <Input
                    {...props}
                    inputMode="decimal"
                    autoComplete="off"
                    disabled={by === 'rest'}
                    aria-invalid={error !== undefined && by !== 'rest'}
                    value={by === 'rest' ? '' : share}
                    onChange={({ target }) => set(id, { share: target.value })}
                  />
                )}
              </FormField>
              <FormField label={`Kind of share ${ofPart}`} hiddenLabel error={undefined}>
                {(props) => (
                  <Select
                    {...props}
                    value={by}
                    onChange={({ target }) => set(id, { by: target.value as PartValues['by'] })}
                  >
                    {SHARES.map(({ value, label }) => (
                      <option key={value} value={value} disabled={value === 'rest' && hasRest && by !== 'rest'}>
                        {label}
                      </option>
                    ))}
                  </Select>
                )}
              </FormField>
              {parts.length > PARTS_MIN ? (
                <IconButton
                  className="-mr-2 text-ink-muted hover:text-ink"
                  aria-label={`Remove part ${index + 1}`}
                  onClick={() => remove(id)}
                >
                  <CloseIcon size={16} />
                </IconButton>
              ) : (
                <span />
              )}
              <FormField label={`Category ${ofPart}`} hiddenLabel error={undefined}>
                {(props) => (
                  <Select
                    {...props}
                    value={category}
                    onChange={({ target }) => set(id, { category: target.value })}
                    newOption={newCategory('Expense', ({ name }) => set(id, { category: name }))}
                  >
                    <CategoryOptions present={category} />
                  </Select>
                )}
              </FormField>
              <FormField className="col-span-2" label={`Note ${ofPart}`} hiddenLabel error={undefined}>
                {(props) => (
                  <Input
                    {...props}
                    autoComplete="off"
                    maxLength={PART_NOTE_MAX}
                    placeholder="Note, optional"
                    value={note}
                    onChange={({ target }) => set(id, { note: target.value })}
                  />
                )}
              </FormField>
            </li>
          );
        })}
      </ol>
      <div className="mt-2 -ml-[1.05rem] flex flex-wrap">
        {parts.length < PARTS_MAX && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => onChange([...parts, newPart('Other', hasRest ? 'percent' : 'rest')])}
          >
            Add a part
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={onJoin}>
          Don't split
        </Button>
      </div>
      <div className="mt-2 empty:hidden">
        <ErrorText id={errorId} error={error} />
      </div>
    </fieldset>
  );
}

const PART = [
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.5rem] gap-x-3 gap-y-2 border-b border-rule py-[0.6rem]',
].join(' ');
