import { type KeyboardEvent, useState } from 'react';
import { Amount, TypeMark } from '../ui/amount.tsx';
import { formatMoney, signOf } from '../ui/money.ts';

type Props = {
  type: 'Income' | 'Expense';
  amount: number;
  currency: string;
  /** Where the bar stands, and how high the chart is above its base; all in pixels. */
  left: number;
  width: number;
  top: number;
  height: number;
};

/** What can be pointed at, focused and tapped over a bar, as high as the chart; it says what the bar stands for. */
export function BarHitArea({ type, amount, currency, left, width, top, height }: Props) {
  const [shown, setShown] = useState(false);
  const show = () => setShown(true);
  const hide = () => setShown(false);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') hide();
  }

  return (
    <button
      type="button"
      className="bar-target"
      style={{ left, width, height }}
      aria-label={`${type}: ${signOf(type)} ${formatMoney(amount, currency)}`}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={(event) => {
        // Not every browser focuses a button that is tapped.
        event.currentTarget.focus();
        show();
      }}
      onKeyDown={onKeyDown}
    >
      {shown && (
        <span className="chart-tip" style={{ top }} aria-hidden="true">
          <TypeMark type={type} />
          <Amount type={type} amount={amount} currency={currency} />
        </span>
      )}
    </button>
  );
}
