import { type KeyboardEvent, useState } from 'react';
import { Amount, TypeMark } from '../ui/amount.tsx';
import { formatMoney, signOf } from '../ui/money.ts';

type Props = {
  type: 'Income' | 'Expense';
  amount: number;
  currency: string;
  /** Position of the bar, and height of the plot area above the baseline; in pixels. */
  left: number;
  width: number;
  top: number;
  height: number;
};

/** Button over a bar, as high as the plot area, that shows a tooltip with the amount on hover, focus and tap. */
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
        // Safari does not focus a button on tap.
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
