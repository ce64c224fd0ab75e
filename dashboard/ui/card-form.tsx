import type { ComponentProps } from 'react';
import { useIsPast } from '../browser-state/known.ts';

/**
 * Form below the heading of a section, with its fields below each other. It is disabled while the books are shown as
 * they were.
 */
export function CardForm({ children, ...rest }: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) {
  return (
    <form noValidate {...rest}>
      <fieldset disabled={useIsPast()} className="mt-5 grid min-w-0 gap-5">
        {children}
      </fieldset>
    </form>
  );
}
