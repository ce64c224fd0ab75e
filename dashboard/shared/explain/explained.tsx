import { type ReactNode, useId } from 'react';
import { useExplain } from './figure-in-address.ts';

const LOOK = [
  'relative decoration-dotted decoration-1 underline-offset-[0.22em] hover:underline focus-visible:underline',
  'after:absolute after:-inset-x-1 after:-inset-y-2',
].join(' ');

type Props = {
  /** Its name in the API (product 5.9). */
  figure: string;
  /** Name of the figure for screen readers: `balance` makes `Explain balance $8,246.37`. */
  name: string;
  children: ReactNode;
};

/** Makes a figure a button that opens its explanation. It looks like plain text until it is hovered or focused. */
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
