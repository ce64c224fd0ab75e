import { cva } from 'class-variance-authority';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useScreenKey } from '../browser-state/screen-key.ts';
import { formatDay } from './day.ts';

/** False until the first screen has rendered. */
let hasRendered = false;

/** Sets the document title, such as `Transactions - Daybook`. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} - Daybook`;
  }, [page]);
}

/**
 * Heading of a screen. Takes the focus after every navigation, so that screen readers announce the new screen. A page
 * load and its redirects don't count: the browser announces them.
 */
export function Heading({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const key = useScreenKey();
  const isPushed = useNavigationType() === 'PUSH';
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every navigation, also to the same screen.
  useEffect(() => {
    if (hasRendered || isPushed) heading.current?.focus({ preventScroll: true });
    hasRendered = true;
  }, [key]);
  return (
    <h1 ref={heading} dir="auto" tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

/** Margin column and content column; below `md` the margin is above the content. */
export const COLUMNS =
  'grid grid-cols-[var(--margin-column)_minmax(0,var(--measure))] gap-x-[calc(var(--gutter)*2)] max-md:block';
const MARGIN = 'min-w-0 text-right max-md:mb-3 max-md:text-left max-md:empty:hidden';

/** In two columns the margin of a section is above its content, as on narrow screens. */
const ABOVE = 'xl:in-data-two-columns:mb-3 xl:in-data-two-columns:pt-0 xl:in-data-two-columns:text-left';
const BELOW = 'xl:in-data-two-columns:border-t-0 xl:in-data-two-columns:pt-0 xl:in-data-two-columns:pb-9';

const section = cva(
  [
    COLUMNS,
    'border-rule max-md:border-t max-md:pt-[1.125rem] max-md:pb-8',
    'max-md:[header+&]:border-t-0 max-md:[header+&]:pt-0',
    'xl:in-data-two-columns:block xl:in-data-two-columns:border-t xl:in-data-two-columns:pt-5',
  ],
  { variants: { kind: { ruled: '', ledger: '', figure: 'items-baseline', plain: '' } } },
);

const beside = cva([MARGIN, ABOVE], {
  variants: { kind: { ruled: 'md:pt-6', ledger: 'md:pt-6', figure: 'md:pt-6', plain: '' } },
});

const content = cva(['min-w-0 border-rule md:pb-11', BELOW], {
  variants: {
    kind: {
      ruled: 'md:border-t md:pt-6',
      ledger: 'md:border-t md:pt-[1.625rem]',
      figure: 'md:border-t md:pt-7',
      plain: '',
    },
  },
});

type PageSectionProps = {
  /**
   * `ledger`: with a table as its content; `figure`: with a large amount as its content, whose baseline the margin
   * shares; `plain`: without a rule above.
   */
  kind?: 'ruled' | 'ledger' | 'figure' | 'plain';
  /** Content of the margin column, usually the heading of the section. */
  margin?: ReactNode;
  children: ReactNode;
};

/** Section of a page: margin column and content column. */
export function PageSection({ kind = 'ruled', margin, children }: PageSectionProps) {
  return (
    <section className={section({ kind })}>
      <div className={beside({ kind })}>{margin}</div>
      <div className={content({ kind })}>{children}</div>
    </section>
  );
}

const HEADER = 'mb-8 min-h-18 items-baseline-last max-md:mb-6 max-md:min-h-0 md:has-data-back-link:content-end';
const HEADLINE = [
  'flex flex-wrap items-baseline-last justify-between gap-x-6 gap-y-3 self-baseline-last',
  'max-md:items-center max-sm:gap-x-3',
  'md:group-has-data-back-link/header:items-baseline md:group-has-data-back-link/header:self-baseline',
].join(' ');

type PageHeadProps = { margin?: ReactNode; heading: ReactNode; tools?: ReactNode };

/** Tools in the header of every page below it, before its own. */
export const EveryPageTools = createContext<ReactNode>(null);

/**
 * Header of a page: margin content, heading and tools on one baseline. A back link in the margin is beside the first
 * line of a heading that wraps, everything else beside the last.
 */
export function PageHeader({ margin, heading, tools }: PageHeadProps) {
  const everyPageTools = useContext(EveryPageTools);
  return (
    <header className={`group/header ${COLUMNS} ${HEADER}`}>
      <div className={`${MARGIN} self-baseline-last md:group-has-data-back-link/header:self-baseline`}>{margin}</div>
      <div className={HEADLINE}>
        {/* The padding is a button's below its baseline: headers with and without buttons are equal. */}
        <Heading className="min-w-0 md:pb-[0.35rem]">{heading}</Heading>
        {(tools || everyPageTools) && (
          <div data-page-tools className="flex items-baseline gap-5 max-sm:flex-wrap max-sm:gap-y-2">
            {everyPageTools}
            {tools}
          </div>
        )}
      </div>
    </header>
  );
}

const DAY = 'font-book text-[2.5rem]/none font-normal proportional-nums oldstyle-nums max-md:text-[1.25rem]/[1.25]';

/** Weekday and day of a date (ISO) for the margin. Month and year are text for screen readers. */
export function MarginDate({ date }: { date: string }) {
  const { weekday, day, month, year } = formatDay(date);
  return (
    <p className="leading-none">
      <span className="note -mb-[0.1rem] block max-md:inline">{weekday}</span> <b className={DAY}>{day}</b>
      <span className="sr-only">
        {' '}
        {month} {year}
      </span>
    </p>
  );
}
