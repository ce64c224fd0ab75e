import { cva } from 'class-variance-authority';
import type { CSSProperties, ReactNode } from 'react';
import { MINUS, moneyParts } from './money.ts';

type Props = {
  amount: number;
  currency: string;
  size: 'balance' | 'amount' | 'figure';
  /** Sign of a transaction. Without it, only a negative amount has a sign. */
  sign?: string;
  /** Muted color, for a balance of 0. */
  faint?: boolean;
  /** Wraps the figure, such as in a button. */
  around?: (figure: ReactNode) => ReactNode;
};

/** `--room` is the available width, set by an ancestor. A sign is about 0.46 em wide. */
const largeAmount = cva(
  [
    'double pb-[0.1em] font-book text-[length:min(var(--size),calc(var(--room)/(var(--signs)*0.46)))]',
    'leading-none tracking-[-0.015em] whitespace-nowrap',
  ],
  {
    variants: { faint: { true: 'text-ink-muted [--double:var(--rule-strong)]' } },
  },
);

/** Amount in large type, in whole units. The font size shrinks to fit the width. */
export function LargeAmount({ amount, currency, size, sign, faint = false, around = asItIs }: Props) {
  const { whole, cents } = moneyParts(amount, currency);
  const shown = sign ?? (amount < 0 ? MINUS : undefined);
  const prefix = shown === undefined ? '' : `${shown} `;
  const style = { '--size': `var(--text-${size})`, '--signs': (prefix + whole + cents).length } as CSSProperties;
  return (
    <p className={largeAmount({ faint })} style={style}>
      {around(
        <>
          {sign === MINUS ? <span className="text-expense">{prefix}</span> : prefix}
          {whole}
          <span className="text-ink-muted">{cents}</span>
        </>,
      )}
    </p>
  );
}

const asItIs = (figure: ReactNode) => figure;
