import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Problem } from '../../../contract/problems.ts';
import { FIRST_DAY, LAST_DAY, TRANSACTION_TITLE_MAX, WALLETS } from '../../../ledger/model/constants.ts';
import { deleteDraft, loadDraft, saveDraft } from '../../browser-state/drafts.ts';
import { formProblemMessage, isProblem } from '../../server/problem.ts';
import { useCommand } from '../../server/use-command.ts';
import { useUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { AmountField, Field, Input, SelectField } from '../../ui/fields.tsx';
import { setFieldErrors } from '../../ui/form.ts';
import { FORM_GRID, FormFoot } from '../../ui/form-layout.tsx';
import { useImageInput } from '../../ui/image-input.ts';
import { parseAmount } from '../../ui/money.ts';
import { dismissToast, showErrorToast, showLoadingToast, showSuccessToast } from '../../ui/toast.ts';
import { ReceiptField } from './receipt-field.tsx';
import {
  emptyForm,
  FIELDS,
  type FormOutput,
  type FormValues,
  KINDS,
  type Kind,
  kindOf,
  kinds,
  resolverFor,
} from './transaction-form-values.ts';

const DRAFT_KEY = 'transaction';
type Draft = { kind: Kind; fields: FormValues; receipt: File | null };

/** The selected tab has a double underline. */
const TAB =
  'subtitle relative min-h-control pb-[0.7rem] text-ink-muted after:absolute after:inset-x-0 after:-bottom-[3px] after:hidden after:h-[5px] after:border-y-[1.5px] after:bg-background hover:text-ink data-[state=active]:text-ink data-[state=active]:after:block';

/** Form for an expense or an income. Fields that both have keep their values when the tab changes. */
export function TransactionForm({ cancel }: { cancel: ReactNode }) {
  const user = useUser();
  const [draft] = useState(() => loadDraft<Draft>(DRAFT_KEY, user._id));
  const [kind, setKind] = useState<Kind>(draft?.kind ?? 'Expense');
  const form = useForm<FormValues, unknown, FormOutput>({
    resolver: resolverFor(kind, user.currentBalance),
    defaultValues: draft?.fields ?? emptyForm(),
  });
  const receipt = useImageInput('receipt', draft?.receipt);
  useEffect(() => deleteDraft(DRAFT_KEY, user._id), [user._id]);

  const { save, pending } = useSaveTransaction(kind, (problem) => {
    if (isProblem(problem, 'session_required')) {
      saveDraft(DRAFT_KEY, user._id, { kind, fields: form.getValues(), receipt: receipt.file });
    }
    return receipt.showServerError(problem) || setFieldErrors(problem, FIELDS, form.setError);
  });

  const submit = form.handleSubmit((input) =>
    receipt.error === undefined ? save(input, receipt.file ?? undefined) : receipt.focus(),
  );

  function changeKind(name: string) {
    const newKind = kindOf(name);
    setKind(newKind);
    form.setValue('category', kinds[newKind].categories[0]);
    form.clearErrors();
  }

  return (
    <Tabs.Root value={kind} onValueChange={changeKind} className="max-w-176">
      <Tabs.List className="flex gap-8 border-b border-rule" aria-label="Type">
        {KINDS.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className={`${TAB} ${name === 'Expense' ? 'after:border-expense' : 'after:border-income'}`}
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={kind} tabIndex={-1}>
        <form noValidate onSubmit={submit} className={FORM_GRID}>
          <TransactionFields form={form} kind={kind} currency={user.currency} />
          <ReceiptField image={receipt} />
          <FormFoot>
            {cancel}
            <Button type="submit" kind="primary" pending={pending}>
              {kinds[kind].save}
            </Button>
          </FormFoot>
        </form>
      </Tabs.Content>
    </Tabs.Root>
  );
}

type TransactionFieldsProps = { form: UseFormReturn<FormValues, unknown, FormOutput>; kind: Kind; currency: string };

/** Fields of the transaction form. */
function TransactionFields({ form: { register, control, formState }, kind, currency }: TransactionFieldsProps) {
  const { errors } = formState;
  const title = useWatch({ control, name: 'title' });
  // react-hook-form focuses the first invalid field in the order of registration. Register the title before AmountField
  // does its own.
  const titleField = register('title');
  return (
    <>
      <Field
        className="col-span-full"
        label="Title"
        error={errors.title?.message}
        count={{ used: title.length, max: TRANSACTION_TITLE_MAX }}
      >
        {(props) => <Input {...props} {...titleField} maxLength={TRANSACTION_TITLE_MAX} autoComplete="off" required />}
      </Field>
      <AmountField
        label="Amount"
        currency={currency}
        error={errors.amount?.message}
        registration={register('amount', { setValueAs: parseAmount })}
      />
      {kind === 'Expense' && (
        <SelectField
          label="Wallet"
          options={WALLETS}
          error={errors.wallet?.message}
          registration={register('wallet', { shouldUnregister: true })}
        />
      )}
      <SelectField
        key={kind}
        label="Category"
        options={kinds[kind].categories}
        optional={kind === 'Expense'}
        error={errors.category?.message}
        registration={register('category')}
      />
      <Field label="Date" error={errors.date?.message}>
        {(props) => <Input {...props} {...register('date')} type="date" min={FIRST_DAY} max={LAST_DAY} />}
      </Field>
    </>
  );
}

/**
 * Returns `save`, which creates a transaction, shows toasts and navigates to the list. `showFieldErrors` may show a
 * problem in the form; if it returns false, a toast does.
 */
function useSaveTransaction(kind: Kind, showFieldErrors: (problem: Problem) => boolean) {
  const texts = kinds[kind];
  const { send, pending } = useCommand(texts.command, { once: true });
  const navigate = useNavigate();

  async function save(input: FormOutput, receipt: File | undefined) {
    const toast = showLoadingToast(texts.saving);
    const outcome = await send(input, receipt);
    if (!outcome) return dismissToast(toast);
    if (outcome.ok) {
      showSuccessToast(texts.saved, toast);
      navigate('/transactions', { replace: true });
    } else if (showFieldErrors(outcome.problem)) dismissToast(toast);
    else showErrorToast(texts.failed, { id: toast, description: formProblemMessage(outcome.problem) });
  }

  return { save, pending };
}
