import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { formatDay } from './day.ts';

/**
 * False until the first screen has rendered. Its heading does not take the focus, because the browser announces a page
 * load itself.
 */
let hasNavigated = false;

/** Sets the document title, such as `Transactions - Daybook`. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} - Daybook`;
  }, [page]);
}

/** Heading of a screen. Takes the focus after every navigation, so that screen readers announce the new screen. */
export function Heading({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every navigation, also to the same screen.
  useEffect(() => {
    if (hasNavigated) heading.current?.focus({ preventScroll: true });
    hasNavigated = true;
  }, [key]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

type PageSectionProps = {
  /** Content of the margin column, usually the heading of the section. */
  margin?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** Section of a page: margin column and content column. */
export function PageSection({ margin, children, className = '' }: PageSectionProps) {
  return (
    <section className={`leaf ${className}`}>
      <div className="leaf-margin">{margin}</div>
      <div className="leaf-ruled">{children}</div>
    </section>
  );
}

type PageHeadProps = { margin?: ReactNode; heading: ReactNode; tools?: ReactNode };

/** Header of a page: margin content, heading and tools on one baseline. */
export function PageHeader({ margin, heading, tools }: PageHeadProps) {
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

/** Weekday and day of a date (ISO) for the margin. Month and year are text for screen readers. */
export function MarginDate({ date }: { date: string }) {
  const { weekday, day, month, year } = formatDay(date);
  return (
    <p className="day-mark">
      <span className="note">{weekday}</span> <b>{day}</b>
      <span className="sr-only">
        {' '}
        {month} {year}
      </span>
    </p>
  );
}
