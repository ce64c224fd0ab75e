import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { isTransactionDate } from '#contract/days.ts';
import { messages } from '#contract/messages.ts';
import type { Problem } from '#contract/problems.ts';
import type { Schedule } from '#contract/schedule-calls.ts';
import type { User } from '#contract/user.ts';
import { SALARY } from '#ledger/model/categories.ts';
import { TRANSACTION_TITLE_MAX, WALLETS, type Wallet } from '#ledger/model/constants.ts';
import { useCommand, useFormCommand } from '../../commands/use-command.ts';
import { useUser } from '../../server/user.ts';
import { AmountInput } from '../../ui/amount-input.tsx';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { today } from '../../ui/day.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorText, FormField, Input, Select } from '../../ui/fields.tsx';
import { formatSigned } from '../../ui/money.ts';
import { AccountSelect } from '../accounts/account-field.tsx';
import { accountsToChoose, defaultWallet, openAccounts } from '../accounts/accounts.ts';
import { categoriesToChoose, categoryPath } from '../categories/categories.ts';
import { newCategory } from '../categories/new-category.tsx';
import { useCategories } from '../categories/use-categories.ts';
import { FromDayFields, firstFromDay } from './from-day-fields.tsx';
import { NextDays } from './next-days.tsx';
import { RecurrenceFields } from './rule-fields.tsx';
import type { ScheduleBeginning } from './schedule-beginning.ts';
import {
  blankValues,
  formFieldOf,
  readScheduleForm,
  type ScheduleErrors,
  type ScheduleValues,
  scheduleChange,
  startingAfter,
  valuesOfEntry,
  valuesOfSchedule,
} from './schedule-values.ts';

type Props = { open: boolean; onClose: () => void; beginning: ScheduleBeginning | null };

/** Sheet with the form that adds what comes again, or changes it. */
export function ScheduleFormSheet({ open, onClose, beginning }: Props) {
  const schedule = beginning?.from === 'schedule' ? beginning.schedule : null;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={schedule ? schedule.title : 'What comes again'}
      description={schedule ? 'What was posted stays.' : 'Daybook says when it is due, or posts it automatically.'}
      shape="sheet"
    >
      {beginning && <ScheduleForm beginning={beginning} onDone={onClose} />}
    </Dialog>
  );
}

/** The values that the form opens with. */
function valuesOf(beginning: ScheduleBeginning, user: User): ScheduleValues {
  const accounts = openAccounts(user);
  const wallet = defaultWallet(user, accounts[0]?._id);
  const blank = { ...blankValues(today(), accounts), wallet };
  switch (beginning.from) {
    case 'blank':
      return blank;
    case 'entry':
      return valuesOfEntry(beginning.entry, blank, { today: today(), currency: user.currency });
    case 'suggestion':
      return valuesOfSchedule(beginning.suggested, blank, user.currency);
    case 'schedule':
      return valuesOfSchedule(beginning.schedule, blank, user.currency);
    default:
      return beginning satisfies never;
  }
}

/** A focused field is scrolled clear of the bar at the bottom of the sheet. */
const FIELDS_CLASS = 'grid grid-cols-[minmax(0,1fr)] gap-5 **:scroll-mb-36 sm:**:scroll-mb-58';

const TYPES = ['Expense', 'Income', 'Transfer'] as const;
const AMOUNT_KINDS = [
  { value: 'exact', label: 'Exactly' },
  { value: 'about', label: 'About' },
  { value: 'range', label: 'From, to' },
] as const;
const POSTS = [
  { value: 'ask', label: 'Ask me' },
  { value: 'by-itself', label: 'Post automatically' },
] as const;

type FormProps = { beginning: ScheduleBeginning; onDone: () => void };

function ScheduleForm({ beginning, onDone }: FormProps) {
  const user = useUser();
  const schedule = beginning.from === 'schedule' ? beginning.schedule : null;
  const [initial] = useState(() => valuesOf(beginning, user));
  const [values, setValues] = useState(initial);
  const [fromDay, setFromDay] = useState(() => firstFromDay(beginning));
  const [errors, setErrors] = useState<ScheduleErrors>({});
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const add = useFormCommand('addSchedule', {
    saved: ({ title }) => `Schedule added: ${title}`,
    failed: 'Unable to add the schedule',
    onSaved: onDone,
  });
  const change = useFormCommand('changeSchedule', {
    saved: 'Schedule changed',
    failed: 'Unable to change the schedule',
    onSaved: onDone,
    onUnchanged: onDone,
  });
  const pending = add.pending || change.pending;
  // The first field with a message takes the focus once it has it.
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  function set(changed: Partial<ScheduleValues>) {
    const next = { ...values, ...changed };
    const isOftener = 'unit' in changed || 'every' in changed;
    setValues(isOftener ? startingAfter(next, today()) : next);
    setProblem(undefined);
    if (Object.keys(errors).length > 0) setErrors({});
  }

  function changeFrom(day: string | null) {
    setFromDay(day);
    setProblem(undefined);
    setErrors({});
  }

  function showProblem({ errors: refused, title }: Problem): boolean {
    if (!refused) return false;
    const entries = Object.entries(refused).map(([path, message]) => [formFieldOf(path.split('.')), message] as const);
    const known = entries.filter(([field]) => FIELDS.includes(field));
    setErrors(Object.fromEntries(known));
    setProblem(known.length === entries.length ? undefined : (entries[0]?.[1] ?? title));
    return true;
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const read = readScheduleForm(values);
    setErrors('errors' in read ? read.errors : {});
    if ('errors' in read) return;
    if (schedule) changeFromDay(schedule);
    else void add.send(read.input, { onFailed: showProblem });
  }

  function changeFromDay(schedule: Schedule) {
    if (fromDay !== null && !isTransactionDate(fromDay)) return setErrors({ from: messages.dateRequired });
    const input = scheduleChange(schedule._id, [initial, values], fromDay);
    const isSame = Object.keys(input).every((name) => name === 'scheduleId' || name === 'from');
    if (isSame && schedule.before && fromDay !== firstFromDay(beginning)) return setProblem(ONLY_DAY);
    void change.send(input, { onFailed: showProblem });
  }

  const accounts = accountsToChoose(user, values.account, values.toAccount);
  const hasSeveral = accounts.length > 1;
  const hasTransfers = openAccounts(user).length > 1 || values.type === 'Transfer';
  return (
    <form ref={form} noValidate className="mt-5 grid flex-1 grid-rows-[auto_1fr] content-start gap-5" onSubmit={submit}>
      <div className={FIELDS_CLASS}>
        <FormField label="Title" error={errors.title}>
          {(props) => (
            <Input
              {...props}
              maxLength={TRANSACTION_TITLE_MAX}
              autoComplete="off"
              value={values.title}
              onChange={({ target }) => set({ title: target.value })}
            />
          )}
        </FormField>
        <Choices
          legend="Type"
          choices={TYPES.filter((type) => hasTransfers || type !== 'Transfer').map((value) => ({
            value,
            label: value,
          }))}
          chosen={values.type}
          onChoose={(type) => set({ type, category: type === 'Income' ? SALARY : '', parts: null })}
        />
        <AmountFields values={values} errors={errors} onChange={set} />
        {values.type === 'Transfer' ? (
          <div className="grid grid-cols-2 items-start gap-x-3 gap-y-5 max-xs:grid-cols-1">
            <AccountSelect
              label="From"
              accounts={accounts}
              value={values.account}
              onChange={(account) => set({ account })}
              error={errors.account}
            />
            <AccountSelect
              label="To"
              accounts={accounts}
              value={values.toAccount}
              onChange={(toAccount) => set({ toAccount })}
              error={errors.toAccount}
            />
          </div>
        ) : (
          <div className="grid grid-cols-2 items-start gap-x-3 gap-y-5 max-xs:grid-cols-1">
            {values.parts ? (
              <PartsField values={values} errors={errors} onChange={set} />
            ) : (
              <CategoryField values={values} errors={errors} onChange={set} />
            )}
            {values.type === 'Expense' && (
              <FormField label="Paid with" error={errors.wallet}>
                {(props) => (
                  <Select
                    {...props}
                    value={values.wallet}
                    onChange={({ target }) => set({ wallet: target.value as Wallet })}
                  >
                    {WALLETS.map((wallet) => (
                      <option key={wallet}>{wallet}</option>
                    ))}
                  </Select>
                )}
              </FormField>
            )}
            {hasSeveral && (
              <AccountSelect
                label="Account"
                accounts={accounts}
                value={values.account}
                onChange={(account) => set({ account })}
                error={errors.account}
              />
            )}
          </div>
        )}
        <RecurrenceFields values={values} errors={errors} onChange={set} />
        <NextDays values={values} isNew={schedule === null} />
        <fieldset>
          <legend className="text-small font-semibold">When it is due</legend>
          <Choices legend="When it is due" choices={POSTS} chosen={values.post} onChoose={(post) => set({ post })} />
          <ErrorText id="schedule-post" error={errors.post} />
        </fieldset>
        {values.tags.length > 0 && (
          <p className="text-small text-ink-muted">With {values.tags.map((tag) => `#${tag}`).join(' ')}</p>
        )}
        <ErrorText id="schedule-problem" error={problem} />
        {schedule && <FromDayFields schedule={schedule} fromDay={fromDay} error={errors.from} onChange={changeFrom} />}
        {schedule && <RemoveSchedule schedule={schedule} onDone={onDone} />}
      </div>
      <DialogActions action={schedule ? 'Save changes' : 'Add'} pending={pending} />
    </form>
  );
}

const ONLY_DAY = 'Only the day is other: undo the change in History, and make it again from that day.';

const FIELDS: readonly string[] = [
  'from',
  'title',
  'amount',
  'most',
  'category',
  'wallet',
  'account',
  'toAccount',
  'parts',
  'every',
  'start',
  'days',
  'weekend',
  'end',
  'post',
];

type PartProps = {
  values: ScheduleValues;
  errors: ScheduleErrors;
  onChange: (change: Partial<ScheduleValues>) => void;
};

function AmountFields({ values: { amountKind, amount, most }, errors, onChange }: PartProps) {
  const isRange = amountKind === 'range';
  return (
    <fieldset>
      <legend className="text-small font-semibold">Amount</legend>
      <Choices
        legend="How exact it is"
        choices={AMOUNT_KINDS}
        chosen={amountKind}
        onChoose={(kind) => onChange({ amountKind: kind })}
      />
      <div className="mt-1 grid grid-cols-2 items-start gap-x-3">
        <AmountInput
          label={isRange ? 'At least' : 'Amount'}
          hiddenLabel={!isRange}
          typed={amount}
          onType={(typed) => onChange({ amount: typed })}
          error={errors.amount}
        />
        {isRange && (
          <AmountInput label="At most" typed={most} onType={(typed) => onChange({ most: typed })} error={errors.most} />
        )}
      </div>
    </fieldset>
  );
}

function CategoryField({ values: { type, category }, errors, onChange }: PartProps) {
  const categories = useCategories();
  const kind = type === 'Income' ? 'Income' : 'Expense';
  return (
    <FormField label="Category" optional={kind === 'Expense'} error={errors.category}>
      {(props) => (
        <Select
          {...props}
          value={category}
          onChange={({ target }) => onChange({ category: target.value })}
          newOption={newCategory(kind, ({ name }) => onChange({ category: name }))}
        >
          {kind === 'Expense' && <option value="">None</option>}
          {categoriesToChoose(categories, kind, [category]).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}

/** The parts of a split, which are changed at an entry. */
function PartsField({ values: { type, parts }, errors, onChange }: PartProps) {
  const categories = useCategories();
  const { currency } = useUser();
  return (
    <div className="col-span-full">
      <p className="text-small font-semibold">Split in {parts?.length} parts</p>
      <ul className="mt-1 border-t border-rule">
        {parts?.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id, and don't move.
          <li key={index} className="flex justify-between gap-x-4 border-b border-rule py-2">
            <span className="min-w-0 wrap-anywhere">{categoryPath(categories, { ...part, type })}</span>
            <span className="whitespace-nowrap">{formatSigned(part.amount, currency)}</span>
          </li>
        ))}
      </ul>
      <ErrorText id="schedule-parts" error={errors.parts} />
      <Button size="small" className="mt-2" onClick={() => onChange({ parts: null })}>
        Record it whole
      </Button>
    </div>
  );
}

function RemoveSchedule({ schedule: { _id, title }, onDone }: { schedule: Schedule; onDone: () => void }) {
  const { send, pending } = useCommand('removeSchedule', {
    saved: `Schedule removed: ${title}`,
    failed: 'Unable to remove the schedule',
    onSaved: onDone,
  });
  return (
    <p className="border-t border-rule pt-4">
      <Button kind="danger" writes pending={pending} onClick={() => void send({ scheduleId: _id })}>
        Remove this schedule
      </Button>
    </p>
  );
}
