import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isProblem } from '../api-client/problem.ts';
import { deleteDraft, loadDraft, saveDraft } from '../store/drafts.ts';
import { useUser } from '../store/user.ts';
import { Button } from '../ui/button.tsx';
import { setFieldErrors } from '../ui/field-errors.ts';
import { useImageInput } from '../ui/use-image-input.ts';
import { KINDS, type Kind, kindOf, kinds } from './kinds.ts';
import { ReceiptField } from './receipt-field.tsx';
import { TransactionFields } from './transaction-fields.tsx';
import { emptyForm, FIELDS, type FormOutput, type FormValues, resolverFor } from './transaction-form-values.ts';
import { useSaveTransaction } from './use-save-transaction.ts';

const DRAFT_KEY = 'transaction';
type Draft = { kind: Kind; fields: FormValues; receipt: File | null };

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
    <Tabs.Root value={kind} onValueChange={changeKind} className="transaction-form">
      <Tabs.List className="tabs" aria-label="Type">
        {KINDS.map((name) => (
          <Tabs.Trigger key={name} value={name} className="tab" data-kind={name}>
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={kind} tabIndex={-1}>
        <form noValidate onSubmit={submit} className="form-grid">
          <TransactionFields form={form} kind={kind} currency={user.currency} />
          <ReceiptField image={receipt} />
          <div className="form-foot">
            {cancel}
            <Button type="submit" kind="primary" pending={pending}>
              {kinds[kind].save}
            </Button>
          </div>
        </form>
      </Tabs.Content>
    </Tabs.Root>
  );
}
