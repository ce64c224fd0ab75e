import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Account } from '#contract/account.ts';
import type { Category } from '#contract/category-calls.ts';
import type { PastTitle } from '#contract/ledger-calls.ts';
import { messages } from '#contract/messages.ts';
import { FIRST_DAY, LAST_DAY, WALLETS, type Wallet } from '#ledger/model/constants.ts';
import {
  type CategoryChoice,
  categoriesToChoose,
  isRefundValue,
  refundsToChoose,
} from '../../../shared/categories/categories.ts';
import { newCategory } from '../../../shared/categories/new-category.tsx';
import { byRule } from '../../../shared/query/query-by-rule.ts';
import { fieldLabel } from '../../../shared/undo/field-words.ts';
import { FormField, Input } from '../../../ui/fields.tsx';
import { AmountField, SelectField } from '../../../ui/registered-fields.tsx';
import { parseAmount } from '../../../ui/typed-amount.ts';
import { NoteAndTags } from './note-and-tags.tsx';
import { PartsField } from './parts-field.tsx';
import { PROPOSED_FIELDS, type Proposals, type ProposedField } from './rule-proposals.ts';
import { TitleField } from './title-field.tsx';
import { type Kind, kinds, type TransactionFormOutput, type TransactionFormValues } from './transaction-form-values.ts';
import type { FilledField } from './use-proposals.ts';

type Props = {
  form: UseFormReturn<TransactionFormValues, unknown, TransactionFormOutput>;
  kind: Kind;
  currency: string;
  /** The accounts to choose from; with one there is no field. */
  accounts: readonly Account[];
  categories: readonly Category[];
  /** Whether an income can become a refund. */
  takesRefunds?: boolean;
  /** The proposals of rules. */
  proposals?: Proposals;
  /** Takes a title of the past; without it none is offered. */
  onTake?: (title: PastTitle) => void;
  /** Below the amount. */
  belowAmount?: ReactNode;
  /** Called when the user sets a field by hand. */
  onSetByHand?: (field: FilledField) => void;
};

/** Fields of the form of an expense or an income. */
export function TransactionFields(props: Props) {
  const {
    form,
    kind,
    currency,
    accounts,
    categories,
    takesRefunds = false,
    proposals = {},
    onTake,
    belowAmount,
    onSetByHand,
  } = props;
  const { register, control, formState, setValue, setFocus, getValues, clearErrors } = form;
  const { errors } = formState;
  const title = useWatch({ control, name: 'title' });
  const isSplit = useWatch({ control, name: 'parts' }).length > 0;
  const wallet = useWatch({ control, name: 'wallet' });
  const present = usePresent(form);
  const choices = choicesOf(categories, kind, takesRefunds, present);
  const labelOf = (value: string) =>
    [...choices.own, ...choices.refunds].find((one) => one.value === value)?.label ?? value;
  const options = choices.own.map(({ value }) => value);
  const refunds =
    choices.refunds.length > 0 ? { label: 'Refund of', options: choices.refunds.map(({ value }) => value) } : undefined;
  const [note, tags] = useWatch({ control, name: ['note', 'tags'] });
  const setByHand = (field: FilledField) => ({ onChange: () => onSetByHand?.(field) });
  const hintOf = (field: ProposedField) => proposals[field] && byRule(proposals[field].when);

  function split() {
    const parts = twoParts(getValues('category'));
    onSetByHand?.('parts');
    // Rendered first, because the button that had the focus goes.
    flushSync(() => setValue('parts', parts));
    setFocus('parts.0.amount');
  }

  function join() {
    const [first] = getValues('parts');
    onSetByHand?.('parts');
    onSetByHand?.('category');
    setValue('category', first?.category ?? kinds[kind].category);
    flushSync(() => setValue('parts', []));
    clearErrors('parts');
    setFocus('category');
  }

  function payBy(wallet: Wallet) {
    setValue('wallet', wallet);
    clearErrors('amount');
    onSetByHand?.('wallet');
    setFocus('wallet');
  }

  // react-hook-form focuses the first invalid field in the order of registration. Register the title before AmountField
  // does its own.
  const titleField = register('title');
  return (
    <>
      <TitleField kind={kind} title={title} error={errors.title?.message} registration={titleField} onTake={onTake} />
      <div className="grid content-start">
        <AmountField
          label="Amount"
          currency={currency}
          error={errors.amount?.message}
          registration={register('amount', { setValueAs: parseAmount })}
        />
        {belowAmount}
      </div>
      {kind === 'Expense' && (
        <SelectField
          label="Wallet"
          options={WALLETS}
          hint={hintOf('wallet')}
          error={errors.wallet?.message}
          registration={register('wallet', { shouldUnregister: true, ...setByHand('wallet') })}
        />
      )}
      {wallet === 'Cash' && errors.amount?.message === messages.notEnoughBalance && <OtherWallets onChoose={payBy} />}
      {!isSplit && (
        <SelectField
          key={kind}
          label="Category"
          options={kind === 'Expense' ? ['', ...options] : options}
          group={refunds}
          formatOption={labelOf}
          optional={kind === 'Expense'}
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
          hint={hintOf('category')}
          newOption={newCategory(kind, ({ name }) => {
            onSetByHand?.('category');
            setValue('category', name);
          })}
          error={errors.category?.message}
          registration={register('category', setByHand('category'))}
        />
      )}
      <FormField label="Date" error={errors.date?.message}>
        {(props) => <Input {...props} {...register('date')} type="date" min={FIRST_DAY} max={LAST_DAY} />}
      </FormField>
      {accounts.length > 1 && (
        <SelectField
          label="Account"
          options={accounts.map(({ _id }) => _id)}
          formatOption={(id) => accounts.find(({ _id }) => _id === id)?.name ?? ''}
          error={errors.accountId?.message}
          registration={register('accountId', setByHand('accountId'))}
        />
      )}
      {isSplit && (
        <PartsField
          {...{ form, kind, currency, options, labelOf }}
          group={refunds}
          hint={hintOf('parts')}
          onChange={() => onSetByHand?.('parts')}
          onJoin={join}
        />
      )}
      <NoteAndTags
        note={{
          registration: register('note', setByHand('note')),
          hint: hintOf('note'),
          error: errors.note?.message,
          used: note?.length ?? 0,
        }}
        tags={{
          registration: register('tags', setByHand('tags')),
          hint: hintOf('tags'),
          error: errors.tags?.message,
        }}
        opened={Boolean(note || tags)}
        focusNote={() => setFocus('note')}
      />
      <p role="status" className="sr-only">
        {proposedWords(proposals)}
      </p>
    </>
  );
}

/** The parts with which a split begins: the first of the category until now. */
export function twoParts(category: string): TransactionFormValues['parts'] {
  return [
    { category: category || 'Other', note: '' },
    { category: 'Other', note: '' },
  ];
}

/** The proposals of rules, for a screen reader. */
function proposedWords(proposals: Proposals): string {
  const words = PROPOSED_FIELDS.flatMap((field) => {
    const { value } = proposals[field] ?? {};
    if (value === undefined) return [];
    return [typeof value === 'string' ? `${fieldLabel(field)} ${value}` : fieldLabel(field)];
  });
  return words.length === 0 ? '' : `Proposed by rules: ${words.join(', ')}`;
}

/** The values of categories that the form has, and those that it opened with. */
function usePresent({ control, formState: { defaultValues } }: Props['form']): string[] {
  const [category, parts] = useWatch({ control, name: ['category', 'parts'] });
  const before = [defaultValues?.category, ...(defaultValues?.parts ?? []).map((part) => part?.category)];
  return [category, ...parts.map((part) => part.category), ...before].filter((value) => value !== undefined);
}

type Choices = { own: CategoryChoice[]; refunds: CategoryChoice[] };

/** The categories of a type, and the categories that an income can give back to. */
function choicesOf(
  categories: readonly Category[],
  kind: Kind,
  takesRefunds: boolean,
  present: readonly string[],
): Choices {
  const refunds = kind === 'Income' && takesRefunds ? refundsToChoose(categories, present) : [];
  const own = present.filter((value) => !isRefundValue(value));
  return { own: categoriesToChoose(categories, kind, own), refunds };
}

/** Why an expense by Cash is refused, and the wallets by which it would not be. */
function OtherWallets({ onChoose }: { onChoose: (wallet: Wallet) => void }) {
  return (
    <div className="col-span-full -mt-3 flex flex-wrap items-center gap-x-4 text-small text-ink-muted max-sm:-mt-2">
      <p>Cash can't be more than the account has. Was it paid another way?</p>
      <p className="flex gap-x-5">
        {WALLETS.filter((wallet) => wallet !== 'Cash').map((wallet) => (
          <button
            key={wallet}
            type="button"
            className="py-1 font-semibold text-accent hover:underline touch:min-h-11"
            onClick={() => onChoose(wallet)}
          >
            {wallet}
          </button>
        ))}
      </p>
    </div>
  );
}

/** Sets the categories that don't fit another type to ones that do. */
export function fitCategories(
  { setValue, getValues }: Props['form'],
  kind: Kind,
  categories: readonly Category[],
): void {
  setValue('category', kinds[kind].category);
  const allowed = categoriesToChoose(categories, kind).map(({ value }) => value);
  getValues('parts').forEach(({ category }, index) => {
    if (!allowed.includes(category)) setValue(`parts.${index}.category`, 'Other');
  });
}
