import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';

type Props = { as: 'header' | 'div'; children: ReactNode };

const BAR = [
  'sticky top-0 z-10 flex h-bar flex-none items-center justify-between',
  'border-b border-rule bg-background px-4 sm:hidden print:hidden',
].join(' ');

/** Bar at the top of narrow viewports: product name, and a button at the right. */
export function Bar({ as: Element, children }: Props) {
  return (
    <Element className={BAR}>
      <Brand className="text-[1.5rem]" />
      {children}
    </Element>
  );
}
