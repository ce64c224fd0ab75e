import type { ReactNode } from 'react';
import { MARGIN_RULE } from './margin-rule.ts';

const PAGE = [
  'grid min-h-dvh content-center justify-items-start gap-5 bg-surface pt-8 pr-8 pb-32 pl-[calc(var(--edge)+2.5rem)]',
  'max-sm:pr-5 max-sm:pl-12',
].join(' ');

/** Page of a screen without navigation, such as the 404 page. */
export function PlainPage({ children }: { children: ReactNode }) {
  return <main className={`${PAGE} ${MARGIN_RULE} [--edge:8.5rem] max-sm:[--edge:1.5rem]`}>{children}</main>;
}
