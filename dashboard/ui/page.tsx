import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Whether a screen was shown before this one. The very first takes no focus: the browser announces it by itself. */
let arrived = false;

/** Names the page in the browser's title, e.g. `Transactions - Daybook`. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} - Daybook`;
  }, [page]);
}

/** A screen's heading. Arriving on the screen from another one moves the focus here, so that it is announced. */
export function Heading({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every arrival counts, also one on the same screen.
  useEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true });
    arrived = true;
  }, [key]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

type PageSectionProps = {
  /** What stands in the margin: what the part is. */
  margin?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** One part of a page: a note in the margin, and what it says on the ruled part. */
export function PageSection({ margin, children, className = '' }: PageSectionProps) {
  return (
    <section className={`leaf ${className}`}>
      <div className="leaf-margin">{margin}</div>
      <div className="leaf-ruled">{children}</div>
    </section>
  );
}

type PageHeadProps = { margin?: ReactNode; heading: ReactNode; tools?: ReactNode };

/** A page's first line: on one baseline what stands in the margin, the heading, and what can be done. */
export function PageHead({ margin, heading, tools }: PageHeadProps) {
  return (
    <header className="leaf leaf-head">
      <div className="leaf-margin">{margin}</div>
      <div className="headline">
        <Heading className="min-w-0">{heading}</Heading>
        {tools && <div className="headline-tools">{tools}</div>}
      </div>
    </header>
  );
}
