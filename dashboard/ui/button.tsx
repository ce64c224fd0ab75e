import type { ComponentProps } from 'react';
import { RingIcon } from './icons.tsx';

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-fill' | 'premium' | 'premium-fill';
type Props = ComponentProps<'button'> & { kind?: Kind; pending?: boolean };

/** The classes of a control that looks like a button, for links that do. */
export function buttonClass(kind: Kind = 'secondary', more = ''): string {
  return `button button-${kind} ${more}`;
}

/** A button. While what it started is under way it keeps its focus, width and label, shows a ring and does nothing. */
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
          <RingIcon />
        </span>
      )}
      {children}
    </button>
  );
}
