import { Tabs } from 'radix-ui';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Category } from '#contract/category-calls.ts';
import type { Problem } from '#contract/problems.ts';
import type { Transaction } from '#contract/transaction.ts';
import { deleteDraft, loadDraft, saveDraft } from '../../../browser-state/drafts.ts';
import { isProblem, problemMessage } from '../../../server/problem.ts';
import { useUser } from '../../../server/user.ts';
import { accountsToChoose } from '../../../shared/accounts/accounts.ts';
import { useLoadedCategories } from '../../../shared/categories/use-categories.ts';
import { Button } from '../../../ui/button.tsx';
import { setFieldErrors } from '../../../ui/form.ts';
import { EditFoot, FORM_GRID } from '../../../ui/form-layout.tsx';
import { useImageInput } from '../../../ui/image-input.ts';
import { editDraftKey } from '../form/edit-state.ts';
import { ReceiptField } from '../form/receipt-field.tsx';
import { fitCategories, TransactionFields, twoParts } from '../form/transaction-fields.tsx';
import {
  editResolverFor,
  KINDS,
  type Kind,
  TRANSACTION_FIELDS,
  type TransactionFormOutput,
  type TransactionFormValues,
} from '../form/transaction-form-values.ts';
import { TypeTab, TypeTabs } from '../form/type-tabs.tsx';
import { offerRule } from './offer-rule.tsx';
import { changesOfTransaction, correctionValues } from './transaction-changes.ts';
import { useEditCommand } from './use-edit-command.ts';
import { useLeaveEdit } from './use-leave-edit.tsx';

type Draft = { kind: Kind; fields: TransactionFormValues; receipt: File | null; takesReceiptOff: boolean };
type Props = {
  transaction: Transaction;
  /** Whether the form opens with two parts; the first part has the category. */
  splits: boolean;
  onDone: () => void;
};

/** Form that changes a transaction in its place on the detail page, once the categories are loaded. */
export function EditTransaction(props: Props) {
  const categories = useLoadedCategories();
  return categories && <EditForm {...props} categories={categories} />;
}

function EditForm({ transaction, splits, onDone, categories }: Props & { categories: readonly Category[] }) {
  const { _id } = transaction;
  const user = useUser();
  const accounts = accountsToChoose(user, transaction.account ?? user.accounts[0]?._id);
  const accountId = accounts.length > 1 ? (transaction.account ?? user.accounts[0]?._id) : undefined;
  const draftKey = editDraftKey(_id);
  const [draft] = useState(() => loadDraft<Draft>(draftKey, user._id));
  useEffect(() => deleteDraft(draftKey, user._id), [draftKey, user._id]);

  const [kind, setKind] = useState<Kind>(draft?.kind ?? transaction.type);
  const [takesReceiptOff, setTakesReceiptOff] = useState(draft?.takesReceiptOff ?? false);
  const receipt = useImageInput('receipt', draft?.receipt);
  const stored = correctionValues(transaction, accountId, user.currency, categories);
  const form = useForm<TransactionFormValues, unknown, TransactionFormOutput>({
    resolver: editResolverFor(kind),
    defaultValues: draft?.fields ?? (splits ? { ...stored, parts: twoParts(stored.category) } : stored),
  });
  const { setFocus, setError } = form;
  useEffect(() => setFocus(splits ? 'parts.0.amount' : 'title'), [setFocus, splits]);

  const { send, pending } = useEditCommand('updateTransaction', _id, onDone);

  function showFieldErrors(problem: Problem): boolean {
    if (isProblem(problem, 'session_required')) {
      const fields = form.getValues();
      saveDraft(draftKey, user._id, { kind, fields, receipt: receipt.file, takesReceiptOff });
    }
    // Where only wallet, type or account have changed, the API names no field.
    if (isProblem(problem, 'not_enough_balance')) {
      setError('amount', { type: 'server', message: problemMessage(problem) }, { shouldFocus: true });
      return true;
    }
    return receipt.showServerError(problem) || setFieldErrors(problem, TRANSACTION_FIELDS, setError);
  }

  const submit = form.handleSubmit(async (output) => {
    if (receipt.error !== undefined) return receipt.focus();
    const input = {
      transactionId: _id,
      ...changesOfTransaction(transaction, accountId, kind, output, categories),
      ...(takesReceiptOff && !receipt.file && { receipt: null }),
    };
    const isSaved = await send(input, { file: receipt.file ?? undefined, onFailed: showFieldErrors });
    const { category } = input;
    const isCorrected = typeof category === 'string' && category !== '' && category !== transaction.category;
    if (isSaved && isCorrected) await offerRule(user._id, transaction, category);
  });

  function changeKind(name: string) {
    const newKind = name === 'Income' ? 'Income' : 'Expense';
    setKind(newKind);
    fitCategories(form, newKind, categories);
    form.clearErrors();
  }

  const hasTyped = form.formState.isDirty || kind !== transaction.type || receipt.file !== null || takesReceiptOff;
  const leaveDialog = useLeaveEdit(hasTyped, onDone);

  const storedReceipt =
    transaction.receipt !== null && !takesReceiptOff
      ? { url: transaction.receipt, onRemove: () => setTakesReceiptOff(true) }
      : undefined;

  return (
    <Tabs.Root value={kind} onValueChange={changeKind} className="max-w-176">
      <TypeTabs>
        {KINDS.map((name) => (
          <TypeTab key={name} type={name} />
        ))}
      </TypeTabs>
      <Tabs.Content value={kind} tabIndex={-1}>
        <form noValidate onSubmit={submit} className={FORM_GRID} aria-label="Edit">
          <TransactionFields
            form={form}
            kind={kind}
            currency={user.currency}
            accounts={accounts}
            categories={categories}
            takesRefunds
          />
          <ReceiptField image={receipt} stored={storedReceipt} />
          <EditFoot>
            <Button kind="quiet" onClick={onDone}>
              Cancel
            </Button>
            <Button type="submit" kind="primary" pending={pending}>
              Save changes
            </Button>
          </EditFoot>
        </form>
      </Tabs.Content>
      {leaveDialog}
    </Tabs.Root>
  );
}
