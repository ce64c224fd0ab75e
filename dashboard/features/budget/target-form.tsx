import { type SubmitEvent, useState } from 'react';
import { type BudgetCategory, budgetCalls } from '#contract/budget-calls.ts';
import { messages } from '#contract/messages.ts';
import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { useInPlace } from '../../commands/use-in-place.ts';
import { takeBudget } from '../../server/budget-queries.ts';
import { useUser } from '../../server/user.ts';
import { AmountInput, amountTyped } from '../../ui/amount-input.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, ErrorText, FormField, Input, Select } from '../../ui/fields.tsx';
import { typedText } from '../../ui/typed-amount.ts';

type Target = NonNullable<BudgetCategory['target']>;

const KINDS: readonly { value: Target['kind'] | ''; label: string }[] = [
  { value: '', label: 'None' },
  { value: 'monthly', label: 'An amount each month' },
  { value: 'refill', label: 'Up to an amount' },
  { value: 'by', label: 'An amount by a date' },
  { value: 'share', label: 'A share of the last income' },
];

const WORDS: Readonly<Record<Target['kind'], string>> = {
  monthly: 'Fill plans this amount in each month.',
  refill: 'Fill plans what is missing to this amount after what is left from last month.',
  by: 'Fill spreads what is missing over the months up to the date.',
  share: 'Fill plans this share of the incomes of the month before.',
};

/** Form for the target of a category, which says what 'Fill' plans for it. */
export function TargetForm({ category: { categoryId, target } }: { category: BudgetCategory }) {
  const { currency } = useUser();
  const [kind, setKind] = useState<Target['kind'] | ''>(target?.kind ?? '');
  const [amount, setAmount] = useState(() => (target && 'amount' in target ? typedText(target.amount, currency) : ''));
  const [date, setDate] = useState(target?.kind === 'by' ? target.date : '');
  const [isYearly, setYearly] = useState(target?.kind === 'by' && target.repeat !== undefined);
  const [percent, setPercent] = useState(target?.kind === 'share' ? String(target.percent) : '');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { send, pending, problem } = useInPlace('setTarget', {
    saved: 'Target saved',
    failed: 'Unable to save the target',
    onSaved: ({ budget }) => takeBudget(budget),
  });

  function typedTarget() {
    if (kind === '') return null;
    if (kind === 'share')
      return { kind, percent: percent.trim() === '' ? undefined : Number(percent), of: 'last-income' };
    if (kind === 'by') return { kind, amount: amountTyped(amount), date, ...(isYearly && { repeat: 'yearly' }) };
    return { kind, amount: amountTyped(amount) };
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const read = budgetCalls.setTarget.body.safeParse({ category: categoryId, target: typedTarget() });
    const issues = read.error?.issues ?? [];
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path.at(-1)), message])));
    if (read.success) void send(read.data);
  }

  const words = kind === '' ? 'Without a target Fill leaves the plan as it is.' : WORDS[kind];
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormField label="Kind of target" error={undefined}>
        {(props) => (
          <Select
            {...props}
            value={kind}
            onChange={({ target }) => {
              setKind(target.value as Target['kind'] | '');
              setErrors({});
            }}
          >
            {KINDS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      {kind !== '' && kind !== 'share' && (
        <AmountInput label="Amount" typed={amount} onType={setAmount} error={errors.amount} />
      )}
      {kind === 'by' && (
        <>
          <FormField label="By" error={errors.date}>
            {(props) => (
              <Input
                {...props}
                type="date"
                min={FIRST_DAY}
                max={LAST_DAY}
                value={date}
                onChange={({ target }) => setDate(target.value)}
              />
            )}
          </FormField>
          <Checkbox label="Again each year" checked={isYearly} onChange={setYearly} />
        </>
      )}
      {kind === 'share' && (
        <FormField label="Percent" error={errors.percent === undefined ? undefined : messages.notAPercent}>
          {(props) => (
            <Input
              {...props}
              inputMode="decimal"
              autoComplete="off"
              value={percent}
              onChange={({ target }) => setPercent(target.value)}
            />
          )}
        </FormField>
      )}
      <p className="text-small text-ink-muted">{words}</p>
      <ErrorText id={`${categoryId}-target`} error={problem} />
      <div>
        <Button type="submit" pending={pending}>
          Save target
        </Button>
      </div>
    </form>
  );
}
