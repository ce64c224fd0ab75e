import { type ReactNode, useId } from 'react';
import { useExplain } from './figure-in-address.ts';

const LOOK = [
  'relative decoration-dotted decoration-1 underline-offset-[0.22em] hover:underline focus-visible:underline',
  'after:absolute after:-inset-x-1 after:-inset-y-2',
].join(' ');

type Props = {
  /** Its name in the API (product 5.9). */
  figure: string;
  /** What the figure is, for screen readers: `balance` makes `Explain balance $8,246.37`. */
  name: string;
  children: ReactNode;
};

/**
 * Makes a figure a button that opens how it is made up. It looks as without, until the pointer or the focus is on it.
 */
export function Explained({ figure, name, children }: Props) {
  const explain = useExplain();
  const id = useId();
  const contentId = useId();
  return (
    <button
      id={id}
      type="button"
      className={LOOK}
      aria-label={`Explain ${name}`}
      aria-labelledby={`${id} ${contentId}`}
      aria-haspopup="dialog"
      onClick={() => explain(figure)}
    >
      <span id={contentId}>{children}</span>
    </button>
  );
}
