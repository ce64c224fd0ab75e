import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { type BudgetCategory, planInput } from '#contract/budget-calls.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useInPlace } from '../../commands/use-in-place.ts';
import { takeBudget } from '../../server/budget-queries.ts';
import { useUser } from '../../server/user.ts';
import { ErrorText } from '../../ui/fields.tsx';
import { formatSigned } from '../../ui/money.ts';
import { parseAmount, typedText, workedOut } from '../../ui/typed-amount.ts';
import { PlansBefore } from './plans-before.tsx';

const FIELD = [
  'field-sizing-content min-h-7 w-full min-w-26 rounded border border-rule bg-surface px-2 text-right',
  'text-ink hover:border-rule-strong focus:border-rule-strong touch:min-h-11',
  'aria-invalid:border-danger data-nothing:text-ink-muted',
].join(' ');

/** The result of arithmetic, below the field while it is typed. */
const RESULT =
  'absolute top-full right-0 z-2 rounded bg-raised px-2 py-1 text-label shadow-(--shadow-pop) empty:hidden';

/** The plans of the months before, beside the field, while it is pointed at or has the focus. */
const BEFORE = [
  'pointer-events-none absolute top-full right-0 z-2 hidden rounded bg-raised px-2 py-1 text-label whitespace-nowrap',
  'sm:top-1/2 sm:right-full sm:mr-2 sm:-translate-y-1/2',
  'text-ink-muted shadow-(--shadow-pop) empty:hidden group-focus-within/plan:block',
  'pointer-fine:group-hover/plan:block',
].join(' ');

const MARK = 'data-planned-field';

type Props = { category: BudgetCategory; month: string };

/**
 * The amount that is planned for a category, typed in its place. Enter saves it and goes down, Shift with Enter up, an
 * arrow to the field above or below; leaving it saves, Escape gives back what was there. As of a past day it is text.
 */
export function PlannedField({ category: { categoryId, name, planned }, month }: Props) {
  const { currency } = useUser();
  const isPast = useIsPast();
  const [isNear, setNear] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string>();
  /** The typed text that is not sent yet: leaving the field comes right after Enter. */
  const unsent = useRef<string | null>(null);
  const errorId = useId();
  const { send, problem, forget } = useInPlace('planBudget', {
    failed: 'Unable to plan',
    saved: ({ plans }) => `Planned for ${name}: ${formatSigned(plans[0]?.amount ?? 0, currency)}`,
    onSaved: ({ budget }) => takeBudget(budget),
  });
  if (isPast) return <span className="px-2">{formatSigned(planned, currency)}</span>;
  const error = wrong ?? problem;
  const result = typed === null || unsent.current === null ? null : workedOut(typed);

  function type(text: string) {
    unsent.current = text;
    setTyped(text);
    setWrong(undefined);
    forget();
  }

  function giveBack() {
    unsent.current = null;
    setTyped(null);
    setWrong(undefined);
    forget();
  }

  /** Selects the text once the press of a mouse has set the caret; what is typed before that is not to be lost. */
  function selectUnlessTyped(field: HTMLInputElement) {
    const before = unsent.current;
    requestAnimationFrame(() => {
      if (field === document.activeElement && unsent.current === before) field.select();
    });
  }

  /** Sends what is typed, if it is another amount. Returns false where it is none. */
  function save(): boolean {
    const text = unsent.current;
    if (text === null) return true;
    const amount = parseAmount(text) ?? 0;
    if (amount === planned) {
      giveBack();
      return true;
    }
    const read = planInput.safeParse({ month, plans: [{ category: categoryId, amount }] });
    setWrong(read.error?.issues[0]?.message);
    if (!read.success) return false;
    unsent.current = null;
    void sendPlan(text, amount);
    return true;
  }

  async function sendPlan(text: string, amount: number) {
    const isSaved = await send({ month, plans: [{ category: categoryId, amount }] });
    // Text that was typed meanwhile stays.
    if (unsent.current !== null) return;
    if (isSaved) setTyped(null);
    else unsent.current = text;
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? { Enter: -1 }[event.key] : { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      giveBack();
      setTyped(typedText(planned, currency));
      selectUnlessTyped(event.currentTarget);
    } else if (step !== undefined) {
      if (save()) focusBeside(event.currentTarget, step);
    } else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody is near.
    <div className="group/plan relative" onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <input
        className={FIELD}
        aria-label={`Planned for ${name}`}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        inputMode="decimal"
        enterKeyHint="next"
        autoComplete="off"
        value={typed ?? formatSigned(planned, currency)}
        data-nothing={(typed === null && planned === 0) || undefined}
        onFocus={({ target }) => {
          if (typed === null) setTyped(typedText(planned, currency));
          selectUnlessTyped(target);
        }}
        onChange={({ target }) => type(target.value)}
        onBlur={() => {
          if (unsent.current === null && wrong === undefined) setTyped((text) => (text === null ? text : keep(text)));
          else save();
        }}
        onKeyDown={onKeyDown}
        {...{ [MARK]: true }}
      />
      <output className={RESULT}>{result !== null && `= ${formatSigned(result, currency)}`}</output>
      {isNear && unsent.current === null && (
        <span className={BEFORE}>
          <PlansBefore categoryId={categoryId} month={month} />
        </span>
      )}
      <ErrorText id={errorId} error={error} />
    </div>
  );

  /** While a plan is on its way its text stays; otherwise the field shows what is planned. */
  function keep(text: string): string | null {
    return parseAmount(text) === planned ? null : text;
  }
}

function focusBeside(field: HTMLElement, step: number): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>(`[${MARK}]`)];
  const next = fields[fields.indexOf(field as HTMLInputElement) + step];
  if (next) next.focus();
  else field.blur();
}
