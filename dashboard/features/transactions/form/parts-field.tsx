import { cva } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { PART_NOTE_MAX, PARTS_MAX, PARTS_MIN } from '#ledger/model/constants.ts';
import { newCategory } from '../../../shared/categories/new-category.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ErrorText, FormField, Input } from '../../../ui/fields.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { formatMoney } from '../../../ui/money.ts';
import { AmountField, SelectField } from '../../../ui/registered-fields.tsx';
import { parseAmount, typedText } from '../../../ui/typed-amount.ts';
import { leftOf } from './parts.ts';
import type { Kind, TransactionFormOutput, TransactionFormValues } from './transaction-form-values.ts';

type Props = {
  form: UseFormReturn<TransactionFormValues, unknown, TransactionFormOutput>;
  kind: Kind;
  currency: string;
  /** The categories to choose from, with their words. */
  options: readonly string[];
  labelOf: (value: string) => string;
  group: ComponentProps<typeof SelectField>['group'];
  /** Below the heading: where the parts come from. */
  hint: string | undefined;
  /** Called when a part is changed, added or removed. */
  onChange: () => void;
  /** Merges the parts into one entry. */
  onJoin: () => void;
};

/** The parts of a split on ruled lines, and the amount left to distribute. */
export function PartsField({ form, kind, currency, options, labelOf, group, hint, onChange, onJoin }: Props) {
  const { control, register, setFocus, setValue, formState } = form;
  const errorId = useId();
  const { fields, append, remove } = useFieldArray({ control, name: 'parts' });
  const left = useLeft(control);
  const errors = formState.errors.parts;
  const error = errors?.root?.message ?? errors?.message;

  function removePart(index: number) {
    onChange();
    // Rendered first, because the button that had the focus goes.
    flushSync(() => remove(index));
    setFocus(`parts.${Math.min(index, fields.length - 2)}.amount`);
  }

  const removable = fields.length > PARTS_MIN;

  return (
    <fieldset
      className="col-span-full min-w-0"
      aria-describedby={error === undefined ? undefined : errorId}
      onChange={onChange}
      onKeyDown={({ key }) => key === 'Enter' && giveRest(form, left, currency)}
      onBlur={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget) && giveRest(form, left, currency)
      }
    >
      <legend className="mb-[0.4rem] flex flex-wrap items-baseline gap-x-4 text-small font-semibold">
        Parts {hint !== undefined && <span className="note text-[1.0625rem] wrap-anywhere">{hint}</span>}
      </legend>
      <ol className="border-t border-rule-strong">
        {fields.map(({ id }, index) => {
          const wrong = errors?.[index];
          const partName = `of part ${index + 1}`;
          return (
            <li key={id} className={part({ removable })}>
              <span className="note min-w-5 self-center oldstyle-nums max-sm:self-start max-sm:pt-2" aria-hidden="true">
                {index + 1}
              </span>
              <AmountField
                label={`Amount ${partName}`}
                hiddenLabel
                currency={currency}
                error={wrong?.amount?.message}
                registration={register(`parts.${index}.amount`, { setValueAs: parseAmount })}
              />
              <SelectField
                label={`Category ${partName}`}
                hiddenLabel
                options={options}
                group={group}
                formatOption={labelOf}
                newOption={newCategory(kind, ({ name }) => {
                  onChange();
                  setValue(`parts.${index}.category`, name);
                })}
                error={wrong?.category?.message}
                registration={register(`parts.${index}.category`)}
              />
              <FormField
                className="max-sm:col-start-2 max-sm:-col-end-1"
                label={`Note ${partName}`}
                hiddenLabel
                error={wrong?.note?.message}
              >
                {(props) => (
                  <Input
                    {...props}
                    {...register(`parts.${index}.note`)}
                    maxLength={PART_NOTE_MAX}
                    placeholder="Note, optional"
                    autoComplete="off"
                  />
                )}
              </FormField>
              {removable && (
                <IconButton
                  className="-mr-3 text-ink-muted hover:text-ink max-sm:col-start-4 max-sm:row-start-1"
                  aria-label={`Remove part ${index + 1}`}
                  onClick={() => removePart(index)}
                >
                  <CloseIcon size={16} />
                </IconButton>
              )}
            </li>
          );
        })}
      </ol>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PartsTools
          {...{ onJoin }}
          onAdd={
            fields.length < PARTS_MAX &&
            (() => {
              onChange();
              append({ category: 'Other', note: '', ...(left > 0 && { amount: typedText(left, currency) }) });
            })
          }
        />
        <Left left={left} currency={currency} />
      </div>
      <div className="mt-2 empty:hidden">
        <ErrorText id={errorId} error={error} />
      </div>
    </fieldset>
  );
}

/** Buttons below the parts; `onAdd` is false for as many parts as a split can have. */
function PartsTools({ onAdd, onJoin }: Pick<Props, 'onJoin'> & { onAdd: (() => void) | false }) {
  return (
    <span className="-ml-[1.05rem] flex flex-wrap">
      {onAdd && (
        <Button kind="quiet" size="small" onClick={onAdd}>
          Add a part
        </Button>
      )}
      <Button kind="quiet" size="small" onClick={onJoin}>
        Merge
      </Button>
    </span>
  );
}

/** Gives the rest of the amount, above 0, to the only part without an amount, once the parts are left. */
function giveRest(form: Props['form'], left: number, currency: string) {
  const empty = form
    .getValues('parts')
    .flatMap(({ amount }, index) => (parseAmount(amount) === undefined ? [index] : []));
  const [index] = empty;
  if (index === undefined || empty.length > 1 || !(left > 0)) return;
  form.setValue(`parts.${index}.amount`, typedText(left, currency), { shouldDirty: true });
}

/** The amount that the parts leave of the whole, or by how much they exceed it. */
function Left({ left, currency }: { left: number; currency: string }) {
  return (
    <p role="status" className="flex items-baseline gap-4 text-small">
      <span className={left < 0 ? 'text-danger' : 'text-ink-muted'}>
        {left < 0 ? 'More than the amount by' : 'Left to distribute'}
      </span>{' '}
      <span className="double text-[1.0625rem] double-fine">{formatMoney(left, currency)}</span>
    </p>
  );
}

/** Row of a part, with a column for the button that removes it, if there is one. */
const part = cva('grid gap-x-3 gap-y-2 border-b border-rule py-[0.6rem]', {
  variants: {
    removable: {
      true: [
        'grid-cols-[auto_8.5rem_minmax(0,11rem)_minmax(0,1fr)_2rem]',
        'max-sm:grid-cols-[auto_minmax(0,6.5rem)_minmax(0,1fr)_2rem]',
      ],
      false: [
        'grid-cols-[auto_8.5rem_minmax(0,11rem)_minmax(0,1fr)]',
        'max-sm:grid-cols-[auto_minmax(0,6.5rem)_minmax(0,1fr)]',
      ],
    },
  },
});

/** Amount left to distribute, updated while typing. */
function useLeft(control: Props['form']['control']): number {
  const [amount, parts] = useWatch({ control, name: ['amount', 'parts'] });
  return leftOf(
    parseAmount(amount),
    parts.map((part) => ({ amount: parseAmount(part.amount) })),
  );
}
