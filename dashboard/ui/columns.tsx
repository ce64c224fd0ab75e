import type { ReactNode } from 'react';

const COLUMNS = [
  '*:border-rule max-md:*:first:pb-9 max-md:*:last:border-t max-md:*:last:pt-8',
  'md:grid md:grid-cols-2 md:*:first:pr-7 md:*:last:border-l md:*:last:pl-7 xl:*:first:pr-10 xl:*:last:pl-10',
].join(' ');

/** Two equal columns with a rule between them, or below each other on narrow screens. Takes two elements. */
export function ColumnLayout({ children }: { children: ReactNode }) {
  return <div className={COLUMNS}>{children}</div>;
}
