import type { ReactNode } from 'react';
import { MARGIN_RULE } from '../../ui/margin-rule.ts';
import { OfflineNotice } from '../../ui/offline-notice.tsx';

const SAMPLE = [
  { weekday: 'Wed', day: '9', title: 'Rye bread and butter', amount: '− $11.20', type: 'Expense' },
  { weekday: '', day: '', title: 'Tram, ten rides', amount: '− $24.00', type: 'Expense' },
  { weekday: 'Tue', day: '8', title: 'Violin lesson, given', amount: '+ $60.00', type: 'Income' },
  { weekday: 'Mon', day: '7', title: 'Bicycle, new chain', amount: '− $38.50', type: 'Expense' },
];

const DESCRIPTION = [
  'flex flex-col overflow-hidden border-r border-rule bg-surface max-sm:hidden',
  'pt-26 pr-16 pb-22 pl-[calc(var(--edge)+2.5rem)]',
  'max-lg:pt-20 max-lg:pr-8 max-lg:pb-16 max-lg:pl-[calc(var(--edge)+1.5rem)]',
].join(' ');

const LINE = 'relative flex justify-between gap-4';

const LARGE_WORDMARK = [
  'double pb-[0.13em] font-book text-[5.5rem]/none font-medium',
  'tracking-[-0.025em] [--double:var(--accent)] max-lg:text-[4rem]',
].join(' ');

const SAMPLE_DATE = 'absolute right-[calc(100%+4rem)] whitespace-nowrap italic max-lg:right-[calc(100%+2.25rem)]';

const SAMPLE_DAY = 'ml-[0.35rem] text-[1.4em]/[0.8] font-normal text-ink not-italic oldstyle-nums tabular-nums';

const SMALL_WORDMARK = [
  'double mb-5 pb-[0.14em] font-book text-[2.75rem]/none',
  'font-medium tracking-[-0.02em] [--double:var(--accent)] sm:hidden',
].join(' ');

/** Layout of the login and register screens: product description at the left, form at the right. */
export function LoginLayout({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-screen sm:grid sm:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <aside
        aria-label="About Daybook"
        className={`${DESCRIPTION} ${MARGIN_RULE} [--edge:8.5rem] max-lg:[--edge:4.5rem]`}
      >
        <p className={LARGE_WORDMARK}>Daybook</p>
        <p className="mt-9 mb-16 max-w-104 font-book text-[1.5rem]/[1.4] text-pretty">
          Where money is written down first: every sum, on the day it came or went, in the order it happened.
        </p>
        <div className="mt-auto font-book text-note/[1.2] text-ink-muted" aria-hidden="true">
          {SAMPLE.map(({ weekday, day, title, amount, type }) => (
            <div key={title} className={`${LINE} border-b border-rule py-[0.7rem]`}>
              <span className={SAMPLE_DATE}>
                {weekday} <b className={SAMPLE_DAY}>{day}</b>
              </span>
              <span>{title}</span>
              <span className={type === 'Income' ? 'text-income' : ''}>{amount}</span>
            </div>
          ))}
          <div className={`${LINE} pt-4 pb-[0.7rem]`}>
            <i>Account balance</i>
            <span className="double double-fine text-ink">$1,986.30</span>
          </div>
        </div>
      </aside>
      <main className="grid place-items-center px-8 py-12 max-sm:min-h-dvh max-sm:px-5 max-sm:py-8">
        <div className="grid w-[min(22.5rem,100%)] gap-5">
          <OfflineNotice />
          <p className={SMALL_WORDMARK}>Daybook</p>
          {children}
        </div>
      </main>
    </div>
  );
}
