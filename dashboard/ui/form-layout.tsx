import type { ReactNode } from 'react';

/** Class names of a form with its fields in two columns, on narrow screens in one. A wide field is `col-span-full`. */
export const FORM_GRID = 'mt-8 grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-x-7 sm:gap-y-6';

/** Buttons at the end of a form with FORM_GRID. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className="col-span-full flex justify-end gap-3 border-t border-rule pt-6">{children}</div>;
}
