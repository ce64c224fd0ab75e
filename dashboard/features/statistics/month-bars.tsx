import { useState } from 'react';
import { useUser } from '../../server/user.ts';
import { AmountText, TypeMark } from '../../shared/entries/amount.tsx';
import { Explained } from '../../shared/explain/explained.tsx';
import { formatDay } from '../../ui/day.ts';
import { compactMoney, formatSigned, MINUS, signOf } from '../../ui/money.ts';
import { axisTicks } from './axis-ticks.ts';
import { BAR_FILL } from './bar-fill.ts';
import type { MonthSums } from './month-sums.ts';

type Type = 'Income' | 'Expense';
type Props = {
  /** The words for the bars, for screen readers. */
  label: string;
  /** The earliest first. */
  months: readonly MonthSums[];
  types: readonly Type[];
  /** The name of a figure of the month with this first day (product 5.9). */
  figureOf: (type: Type, first: string) => string;
};

const MONTH = [
  'group grid h-full grid-rows-[minmax(0,1fr)_2rem] text-label text-ink-muted',
  'hover:bg-hover aria-pressed:font-semibold aria-pressed:text-ink',
].join(' ');

/** The pseudo-element is the line on which they stand. */
const BARS = [
  'relative grid h-46 min-w-0 auto-cols-fr grid-flow-col',
  'before:absolute before:inset-x-0 before:bottom-8 before:border-b before:border-rule-strong',
].join(' ');

/** Bars of months. The amounts of the month that is pointed at, or else was pressed last, stand above. */
export function MonthBars({ label, months, types, figureOf }: Props) {
  const { currency } = useUser();
  const [chosen = months.at(-1)?.first, choose] = useState<string>();
  const [pointedAt, pointAt] = useState<string | null>(null);
  const shown = months.find(({ first }) => first === (pointedAt ?? chosen));
  const amountOf = (month: MonthSums, type: Type) => (type === 'Income' ? month.income : month.expense);
  const top =
    axisTicks(Math.max(0, ...months.flatMap((month) => types.map((type) => amountOf(month, type))))).at(-1) ?? 1;
  if (!shown) return null;
  return (
    <>
      <p role="status" className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-t border-rule pt-3">
        <span className="note text-[1.0625rem]">{nameOf(shown)}</span>
        {types.map((type) => (
          <span key={type} className="*:first:mr-[0.4rem]">
            <TypeMark type={type} />{' '}
            <Explained figure={figureOf(type, shown.first)} name={`${type.toLowerCase()}, ${nameOf(shown)}`}>
              <AmountText type={type} {...{ currency, ...signedOf(type, amountOf(shown, type)) }} />
            </Explained>
          </span>
        ))}
      </p>
      <p aria-hidden="true" className="mt-4 border-b border-rule pb-1 text-micro text-ink-muted">
        {compactMoney(top, currency)}
      </p>
      <fieldset aria-label={label} className={BARS} onPointerLeave={() => pointAt(null)}>
        {months.map((month) => (
          <button
            key={month.first}
            type="button"
            className={MONTH}
            aria-pressed={month.first === chosen}
            aria-label={`${nameOf(month)}: ${types
              .map((type) => `${type.toLowerCase()} ${formatSigned(amountOf(month, type), currency)}`)
              .join(', ')}`}
            onPointerEnter={() => pointAt(month.first)}
            onClick={() => choose(month.first)}
          >
            <span className="flex items-end justify-center gap-[2px] px-[12%]">
              {types.map((type) => (
                <span
                  key={type}
                  className={`max-w-5 flex-1 ${amountOf(month, type) > 0 ? `min-h-px ${BAR_FILL[type]}` : ''}`}
                  style={{ height: `${(Math.max(amountOf(month, type), 0) / top) * 100}%` }}
                />
              ))}
            </span>
            <span className="self-center">
              {formatDay(month.first).month.slice(0, 1)}
              <span className="max-sm:hidden">{formatDay(month.first).month.slice(1, 3)}</span>
            </span>
          </button>
        ))}
      </fieldset>
    </>
  );
}

/** An amount with its sign in the books: of expenses that are less than their refunds, the sign of an income. */
function signedOf(type: Type, amount: number): { amount: number; sign: string } {
  return { amount, sign: amount >= 0 ? signOf(type) : type === 'Expense' ? '+' : MINUS };
}

function nameOf({ first }: MonthSums): string {
  const { month, year } = formatDay(first);
  return `${month} ${year}`;
}
