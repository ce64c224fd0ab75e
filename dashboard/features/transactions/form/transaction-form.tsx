import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { balanceOf, openAccounts } from '../../../accounts/accounts.ts';
import { deleteDraft, loadDraft, saveDraft } from '../../../browser-state/drafts.ts';
import { useFormCommand } from '../../../commands/use-command.ts';
import { isProblem } from '../../../server/problem.ts';
import { useUser } from '../../../server/user.ts';
import { Button } from '../../../ui/button.tsx';
import { setFieldErrors } from '../../../ui/form.ts';
import { FORM_GRID, FormFoot } from '../../../ui/form-layout.tsx';
import { useImageInput } from '../../../ui/image-input.ts';
import { CreateTransfer, TRANSFER_DRAFT } from './create-transfer.tsx';
import { ReceiptField } from './receipt-field.tsx';
import { fitCategories, TransactionFields } from './transaction-fields.tsx';
import {
  emptyForm,
  FIELDS,
  type FormOutput,
  type FormValues,
  inputOf,
  KINDS,
  type Kind,
  kinds,
  resolverFor,
} from './transaction-form-values.ts';
import { TypeTab, TypeTabs } from './type-tabs.tsx';

const DRAFT_KEY = 'transaction';
type Draft = { kind: Kind; fields: FormValues; receipt: File | null };

/** Form for an expense, an income or a transfer. Fields that several have keep their values when the tab changes. */
export function TransactionForm({ cancel }: { cancel: ReactNode }) {
  const user = useUser();
  const accounts = openAccounts(user);
  const [draft] = useState(() => loadDraft<Draft>(DRAFT_KEY, user._id));
  const [kind, setKind] = useState<Kind>(draft?.kind ?? 'Expense');
  const [isTransfer, setIsTransfer] = useState(() => loadDraft(TRANSFER_DRAFT, user._id) !== undefined);
  const form = useForm<FormValues, unknown, FormOutput>({
    resolver: resolverFor(kind, (accountId) => balanceOf(user, accountId)),
    defaultValues: draft?.fields ?? {
      ...emptyForm(),
      ...(accounts.length > 1 && { accountId: accounts[0]?._id }),
    },
  });
  const receipt = useImageInput('receipt', draft?.receipt);
  useEffect(() => deleteDraft(DRAFT_KEY, user._id), [user._id]);

  const navigate = useNavigate();
  const { command, save, categories: _, ...toasts } = kinds[kind];
  const { send, pending } = useFormCommand(command, {
    ...toasts,
    onSaved: () => navigate('/transactions', { replace: true }),
    once: true,
  });

  const submit = form.handleSubmit(async (output) => {
    if (receipt.error !== undefined) return receipt.focus();
    await send(inputOf(output), {
      file: receipt.file ?? undefined,
      onFailed: (problem) => {
        if (isProblem(problem, 'session_required'))
          saveDraft(DRAFT_KEY, user._id, { kind, fields: form.getValues(), receipt: receipt.file });
        return receipt.showServerError(problem) || setFieldErrors(problem, FIELDS, form.setError);
      },
    });
  });

  function changeTab(name: string) {
    const newKind = KINDS.find((kind) => kind === name);
    setIsTransfer(newKind === undefined);
    if (newKind === undefined || newKind === kind) return;
    setKind(newKind);
    fitCategories(form, newKind);
    form.clearErrors();
  }

  return (
    <Tabs.Root value={isTransfer ? 'Transfer' : kind} onValueChange={changeTab} className="max-w-176">
      <TypeTabs>
        {KINDS.map((name) => (
          <TypeTab key={name} type={name} />
        ))}
        <TypeTab type="Transfer" />
      </TypeTabs>
      <Tabs.Content value={kind} tabIndex={-1}>
        <form noValidate onSubmit={submit} className={FORM_GRID}>
          <TransactionFields form={form} kind={kind} currency={user.currency} accounts={accounts} />
          <ReceiptField image={receipt} />
          <FormFoot>
            {cancel}
            <Button type="submit" kind="primary" pending={pending}>
              {save}
            </Button>
          </FormFoot>
        </form>
      </Tabs.Content>
      <Tabs.Content value="Transfer" tabIndex={-1}>
        <CreateTransfer initial={form.getValues()} cancel={cancel} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
