import type { ComponentProps } from 'react';
import { SpinnerIcon } from './icons.tsx';

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-fill' | 'premium' | 'premium-fill';
type Props = ComponentProps<'button'> & { kind?: Kind; pending?: boolean };

/** Class names of a button, for links that look like one. */
export function buttonClass(kind: Kind = 'secondary', extraClasses = ''): string {
  return `button button-${kind} ${extraClasses}`;
}

/** Button. While `pending` it shows a spinner, ignores clicks, and keeps its focus, width and label. */
export function Button({ kind, pending = false, className, children, onClick, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(kind, className)}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {pending && (
        <span className="button-ring">
          <SpinnerIcon />
        </span>
      )}
      {children}
    </button>
  );
}
