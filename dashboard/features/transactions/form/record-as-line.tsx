import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { ReadLine } from '#contract/line-calls.ts';
import { messages } from '#contract/messages.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { call } from '../../../server/client.ts';
import { useUser } from '../../../server/user.ts';
import { nameOfAccount } from '../../../shared/accounts/accounts.ts';
import { categoryWord, placeWord } from '../../../shared/enter/edit-line.ts';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast } from '../../../ui/toast.ts';
import { parseAmount, typedText } from '../../../ui/typed-amount.ts';
import { type Kind, kinds, type TransactionFormOutput, type TransactionFormValues } from './transaction-form-values.ts';
import { tagsTyped } from './typed-tags.ts';

const FAILED = 'Unable to record it as a line';

type Props = { form: UseFormReturn<TransactionFormValues, unknown, TransactionFormOutput>; kind: Kind };

/**
 * Offers to record an amount below 1, which a form refuses and a line takes (product 9.8): where all that the form has
 * can stand in one.
 */
export function RecordAsLine({ form, kind }: Props) {
  const user = useUser();
  const navigate = useNavigate();
  const [isReading, setReading] = useState(false);
  const { control, getValues, trigger, formState } = form;
  const [typed, note, parts] = useWatch({ control, name: ['amount', 'note', 'parts'] });
  const { send, pending } = useCommand('enter', {
    saved: kinds[kind].saved,
    failed: FAILED,
    onSaved: () => navigate('/transactions', { replace: true }),
  });
  const amount = parseAmount(typed);
  const isRefused = formState.errors.amount?.message === messages.amountTooSmall;
  if (!isRefused || !amount || !(amount >= 0.01 && amount < 1) || parts.length > 0 || note?.trim()) return null;
  const amountText = typedText(amount, user.currency);

  async function record() {
    if (!(await trigger('title'))) return;
    const { title = '', date, wallet, accountId, category, tags } = getValues();
    const text = [
      title.trim(),
      kind === 'Income' ? `+${amountText}` : amountText,
      date,
      ...(kind === 'Expense' && wallet ? [placeWord(wallet)] : []),
      ...(accountId ? [placeWord(nameOfAccount(user, accountId))] : []),
      categoryWord(category ?? ''),
      ...tagsTyped(tags ?? '').map((tag) => `#${tag}`),
    ].join(' ');
    setReading(true);
    const read = await call('readLine', { text });
    setReading(false);
    const isSame = (line: ReadLine) =>
      line.complete &&
      line.amount === amount &&
      line.title === title.trim() &&
      line.date === date &&
      line.type === kind;
    if (!read.ok || !isSame(read.data))
      return showErrorToast(FAILED, { description: 'Its title says something else in a line; please change it.' });
    await send({ text });
  }

  return (
    <Button
      className="mt-2 justify-self-start"
      size="small"
      writes
      pending={pending || isReading}
      onClick={() => void record()}
    >
      Record {amountText} as a line
    </Button>
  );
}
