import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Problem } from '../../../contract/problems.ts';
import { balanceOf, openAccounts } from '../../accounts/accounts.ts';
import { deleteDraft, loadDraft, saveDraft } from '../../browser-state/drafts.ts';
import { formProblemMessage, isProblem } from '../../server/problem.ts';
import { useCommand } from '../../server/use-command.ts';
import { useUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { setFieldErrors } from '../../ui/form.ts';
import { FORM_GRID, FormFoot } from '../../ui/form-layout.tsx';
import { useImageInput } from '../../ui/image-input.ts';
import { dismissToast, showErrorToast, showLoadingToast } from '../../ui/toast.ts';
import { showSavedToast } from '../../undo/undo-change.ts';
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

  const { save, pending } = useSaveTransaction(kind, (problem) => {
    if (isProblem(problem, 'session_required')) {
      saveDraft(DRAFT_KEY, user._id, { kind, fields: form.getValues(), receipt: receipt.file });
    }
    return receipt.showServerError(problem) || setFieldErrors(problem, FIELDS, form.setError);
  });

  const submit = form.handleSubmit((output) =>
    receipt.error === undefined ? save(inputOf(output), receipt.file ?? undefined) : receipt.focus(),
  );

  function changeTab(name: string) {
    const newKind = KINDS.find((one) => one === name);
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
              {kinds[kind].save}
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
      showSavedToast(texts.saved, outcome.changeSet, toast);
      navigate('/transactions', { replace: true });
    } else if (showFieldErrors(outcome.problem)) dismissToast(toast);
    else showErrorToast(texts.failed, { id: toast, description: formProblemMessage(outcome.problem) });
  }

  return { save, pending };
}
