import type { CSSProperties } from 'react';
import { MINUS, moneyParts } from './money.ts';

type Props = {
  amount: number;
  currency: string;
  size: 'balance' | 'amount' | 'figure';
  /** A transaction's sign; without it only a negative amount shows one. */
  sign?: string;
  /** For a figure that stands for nothing yet. */
  faint?: boolean;
};

/** A large amount of money that stands alone, over the double underline of a total. It shrinks to the width it has. */
export function LargeAmount({ amount, currency, size, sign, faint = false }: Props) {
  const { whole, cents } = moneyParts(amount, currency);
  const minus = sign === undefined && amount < 0 ? MINUS : '';
  const before = sign === undefined ? minus : `${sign} `;
  const style = { '--size': `var(--text-${size})`, '--signs': (before + whole + cents).length } as CSSProperties;
  return (
    <p className="figure double" data-faint={faint || undefined} style={style}>
      {sign === MINUS ? <span className="text-expense">{before}</span> : before}
      {whole}
      <span className="figure-cents">{cents}</span>
    </p>
  );
}
