import type { ReactNode } from 'react';

/** Class names of a form with its fields in two columns, on narrow screens in one. A wide field is `col-span-full`. */
export const FORM_GRID = 'mt-8 grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-x-7 sm:gap-y-6';

const FOOT = 'col-span-full flex justify-end gap-3 border-t border-rule pt-6';

/** Buttons at the end of a form with FORM_GRID. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={FOOT}>{children}</div>;
}

/** The same, which on narrow screens stays in sight. */
export function EditFoot({ children }: { children: ReactNode }) {
  return (
    <div className={`${FOOT} max-sm:sticky max-sm:bottom-(--tabs) max-sm:z-1 max-sm:bg-background max-sm:py-3`}>
      {children}
    </div>
  );
}

/** On narrow screens a row of the two buttons that save stays in sight; the first button is below them. */
const FOOT_IN_SIGHT = [
  'max-sm:sticky max-sm:bottom-[calc(var(--tabs)-0.5rem-var(--control))] max-sm:z-1 max-sm:grid',
  'max-sm:grid-cols-2 max-sm:gap-2',
  'sm:flex-wrap max-sm:bg-background max-sm:pt-3 max-sm:pb-2 max-sm:*:px-2',
  'max-sm:[&>:first-child]:order-last max-sm:[&>:first-child]:col-span-full',
].join(' ');

const ABOVE = '-order-1 basis-full empty:hidden max-sm:col-span-full max-sm:px-0!';

/**
 * The same for a form of which the buttons are a way back and two that save. `above` is what has to be seen before.
 */
export function FormFootInSight({ children, above }: { children: ReactNode; above?: ReactNode }) {
  return (
    <div className={`${FOOT} ${FOOT_IN_SIGHT}`}>
      {children}
      <div className={ABOVE}>{above}</div>
    </div>
  );
}
