import type { CSSProperties } from 'react';
import { MINUS, moneyParts } from './money.ts';

type Props = {
  amount: number;
  currency: string;
  size: 'balance' | 'amount' | 'figure';
  /** Sign of a transaction. Without it, only a negative amount has a sign. */
  sign?: string;
  /** Muted color, for a balance of 0. */
  faint?: boolean;
};

/** Amount in large type, in whole units. The font size shrinks to fit the width. */
export function LargeAmount({ amount, currency, size, sign, faint = false }: Props) {
  const { whole, cents } = moneyParts(amount, currency);
  const minus = sign === undefined && amount < 0 ? MINUS : '';
  const prefix = sign === undefined ? minus : `${sign} `;
  const style = { '--size': `var(--text-${size})`, '--signs': (prefix + whole + cents).length } as CSSProperties;
  return (
    <p className="figure double" data-faint={faint || undefined} style={style}>
      {sign === MINUS ? <span className="text-expense">{prefix}</span> : prefix}
      {whole}
      <span className="figure-cents">{cents}</span>
    </p>
  );
}
