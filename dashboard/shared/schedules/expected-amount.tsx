import { cva } from 'class-variance-authority';
import { MINUS, signedText } from '../../ui/money.ts';

/** Expected amounts are in italic, unlike recorded ones. */
const look = cva('font-book text-[1.125rem]/[1.3] italic lining-nums tabular-nums', {
  variants: { sign: { minus: '', plus: 'font-medium text-income', none: '' } },
});

/** Around a title and an amount: an amount that would squeeze the title stands below it. */
export const TITLE_AND_AMOUNT = 'flex min-w-0 flex-wrap items-baseline gap-x-3';

/** An amount that is expected, with its sign: `−`, `+`, or '' for none. Of two amounts each stays on one line. */
export function ExpectedAmount({ sign, children }: { sign: string; children: string }) {
  const kind = sign === MINUS ? 'minus' : sign === '+' ? 'plus' : 'none';
  return (
    <span className={look({ sign: kind })}>
      {sign !== '' && <span className={kind === 'minus' ? 'text-expense' : ''}>{signedText(sign, '')}</span>}
      {children}
    </span>
  );
}
