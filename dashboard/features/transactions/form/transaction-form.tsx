import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { deleteDraft, loadDraft, saveDraft } from '../../../browser-state/drafts.ts';
import { useFormCommand } from '../../../commands/use-command.ts';
import { isProblem } from '../../../server/problem.ts';
import { useUser } from '../../../server/user.ts';
import { accountBalance, defaultWallet, openAccounts } from '../../../shared/accounts/accounts.ts';
import { LeftAfter } from '../../../shared/budget/left-after.tsx';
import { useCategories } from '../../../shared/categories/use-categories.ts';
import { Button } from '../../../ui/button.tsx';
import { setFieldErrors } from '../../../ui/form.ts';
import { FORM_GRID, FormFootInSight } from '../../../ui/form-layout.tsx';
import { useImageInput } from '../../../ui/image-input.ts';
import { parseAmount } from '../../../ui/typed-amount.ts';
import { CreateTransfer, TRANSFER_DRAFT } from './create-transfer.tsx';
import { ReceiptField } from './receipt-field.tsx';
import { RecordAsLine } from './record-as-line.tsx';
import { PROPOSED_FIELDS } from './rule-proposals.ts';
import { fitCategories, TransactionFields } from './transaction-fields.tsx';
import {
  emptyForm,
  KINDS,
  type Kind,
  kinds,
  resolverFor,
  TRANSACTION_FIELDS,
  type TransactionFormOutput,
  type TransactionFormValues,
  transactionInput,
} from './transaction-form-values.ts';
import { TypeTab, TypeTabs } from './type-tabs.tsx';
import { useProposals } from './use-proposals.ts';

const DRAFT_KEY = 'transaction';
/** A viewport with the bar and the menu instead of the sidebar. */
const NARROW = '(width < 768px)';
type Draft = { kind: Kind; fields: TransactionFormValues; receipt: File | null };

type Props = {
  /** The tab that it opens with. */
  type?: Kind | 'Transfer';
  /** Whether the first field takes the focus: the title, on narrow screens and of a transfer the amount. */
  focus?: boolean;
  cancel: ReactNode;
};

/** Form for an expense, an income or a transfer. Fields that several have keep their values when the tab changes. */
export function TransactionForm({ type = 'Expense', focus = false, cancel }: Props) {
  const user = useUser();
  const accounts = openAccounts(user);
  const categories = useCategories();
  const firstAccount = accounts.length > 1 ? accounts[0]?._id : undefined;
  const [draft] = useState(() => loadDraft<Draft>(DRAFT_KEY, user._id));
  const [kind, setKind] = useState<Kind>(draft?.kind ?? (type === 'Income' ? 'Income' : 'Expense'));
  const [isTransfer, setIsTransfer] = useState(
    () => type === 'Transfer' || loadDraft(TRANSFER_DRAFT, user._id) !== undefined,
  );
  const [opensTransfer, setOpensTransfer] = useState(focus && type === 'Transfer');
  const form = useForm<TransactionFormValues, unknown, TransactionFormOutput>({
    resolver: resolverFor(kind, (accountId) => accountBalance(user, accountId)),
    defaultValues: draft?.fields ?? {
      ...emptyForm(kind),
      wallet: defaultWallet(user, firstAccount),
      ...(firstAccount !== undefined && { accountId: firstAccount }),
    },
  });
  const { getValues, setFocus } = form;
  const receipt = useImageInput('receipt', draft?.receipt);
  useEffect(() => deleteDraft(DRAFT_KEY, user._id), [user._id]);
  useEffect(() => {
    if (focus) setFocus(window.matchMedia(NARROW).matches ? 'amount' : 'title');
  }, [focus, setFocus]);

  // Once the emptied fields are there again, and take the focus.
  const [another, setAnother] = useState(0);
  useEffect(() => {
    if (another > 0) setFocus('title');
  }, [another, setFocus]);
  const { proposals, take, forget, setByHand } = useProposals({ form, kind, categories, isDraft: draft !== undefined });

  const navigate = useNavigate();
  const { command, save, category: _, ...toasts } = kinds[kind];
  const { send, pending } = useFormCommand(command, {
    ...toasts,
    onSaved: () => navigate('/transactions', { replace: true }),
    once: true,
  });

  /** The button that was pressed: that one shows that the form is being sent. */
  const [pressed, setPressed] = useState<'save' | 'another'>('save');
  const submitAnd = (more: { onSavedForAnother?: () => void }) =>
    form.handleSubmit(async (output) => {
      setPressed(more.onSavedForAnother ? 'another' : 'save');
      if (receipt.error !== undefined) return receipt.focus();
      await send(transactionInput(output), {
        file: receipt.file ?? undefined,
        onFailed: (problem) => {
          if (isProblem(problem, 'session_required'))
            saveDraft(DRAFT_KEY, user._id, { kind, fields: getValues(), receipt: receipt.file });
          return receipt.showServerError(problem) || setFieldErrors(problem, TRANSACTION_FIELDS, form.setError);
        },
        ...more,
      });
    });

  /** Empties the form but for its type, date and account. */
  function beginAnother() {
    const { date, accountId } = getValues();
    forget(...PROPOSED_FIELDS);
    receipt.clear();
    const wallet = defaultWallet(user, accountId);
    form.reset({ ...emptyForm(kind), amount: '', wallet, date, ...(accountId !== undefined && { accountId }) });
    setAnother(another + 1);
  }

  function changeTab(name: string) {
    setOpensTransfer(false);
    const newKind = KINDS.find((kind) => kind === name);
    setIsTransfer(newKind === undefined);
    if (newKind === undefined || newKind === kind) return;
    setKind(newKind);
    forget('wallet', 'category');
    fitCategories(form, newKind, categories);
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
        <form noValidate onSubmit={submitAnd({})} className={FORM_GRID}>
          <TransactionFields
            form={form}
            kind={kind}
            currency={user.currency}
            accounts={accounts}
            categories={categories}
            proposals={proposals}
            onTake={take}
            onSetByHand={setByHand}
            belowAmount={!receipt.file && <RecordAsLine form={form} kind={kind} />}
          />
          <ReceiptField image={receipt} />
          <FormFootInSight above={kind === 'Expense' && <LeftAfterIt control={form.control} />}>
            {cancel}
            <Button
              writes
              pending={pending && pressed === 'another'}
              disabled={pending && pressed === 'save'}
              onClick={submitAnd({ onSavedForAnother: beginAnother })}
            >
              Save and add another
            </Button>
            <Button
              type="submit"
              kind="primary"
              pending={pending && pressed === 'save'}
              disabled={pending && pressed === 'another'}
            >
              {save}
            </Button>
          </FormFootInSight>
        </form>
      </Tabs.Content>
      <Tabs.Content value="Transfer" tabIndex={-1}>
        <CreateTransfer initial={form.getValues()} focus={opensTransfer} cancel={cancel} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** The rest of the plan after the form's expense. */
function LeftAfterIt({ control }: { control: Control<TransactionFormValues, unknown, TransactionFormOutput> }) {
  const [category, amount, date, parts] = useWatch({ control, name: ['category', 'amount', 'date', 'parts'] });
  if (parts.length > 0) return null;
  return <LeftAfter category={category} amount={parseAmount(amount)} date={date} />;
}
