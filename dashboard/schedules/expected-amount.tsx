import { tv } from 'tailwind-variants/lite';
import { MINUS } from '../ui/money.ts';

/** What is only expected is in italic, unlike what is recorded. */
const look = tv({
  base: 'font-book text-[1.125rem]/[1.3] whitespace-nowrap italic lining-nums tabular-nums',
  variants: { sign: { minus: '', plus: 'font-medium text-income', none: '' } },
});

/** An amount that is expected, with its sign: `−`, `+`, or '' for none. */
export function ExpectedAmount({ sign, children, wraps }: { sign: string; children: string; wraps?: boolean }) {
  const kind = sign === MINUS ? 'minus' : sign === '+' ? 'plus' : 'none';
  return (
    <span className={look({ sign: kind, class: wraps ? 'whitespace-normal' : '' })}>
      {sign !== '' && <span className={kind === 'minus' ? 'text-expense' : ''}>{sign} </span>}
      {children}
    </span>
  );
}
