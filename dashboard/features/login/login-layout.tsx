import type { ReactNode } from 'react';
import { OfflineNotice } from '../../ui/offline-notice.tsx';

const SAMPLE = [
  { weekday: 'Wed', day: '9', title: 'Rye bread and butter', amount: '− $11.20', type: 'Expense' },
  { weekday: '', day: '', title: 'Tram, ten rides', amount: '− $24.00', type: 'Expense' },
  { weekday: 'Tue', day: '8', title: 'Violin lesson, given', amount: '+ $60.00', type: 'Income' },
  { weekday: 'Mon', day: '7', title: 'Bicycle, new chain', amount: '− $38.50', type: 'Expense' },
];

/** Layout of the login and register screens: product description at the left, form at the right. */
export function LoginLayout({ children }: { children: ReactNode }) {
  return (
    <div className="cover-page">
      <aside aria-label="About Daybook" className="cover">
        <p className="cover-title double">Daybook</p>
        <p className="cover-entry">
          Where money is written down first: every sum, on the day it came or went, in the order it happened.
        </p>
        <div className="cover-sample" aria-hidden="true">
          {SAMPLE.map(({ weekday, day, title, amount, type }) => (
            <div key={title} className="cover-line">
              <span className="cover-day">
                {weekday} <b>{day}</b>
              </span>
              <span>{title}</span>
              <span className={type === 'Income' ? 'text-income' : ''}>{amount}</span>
            </div>
          ))}
          <div className="cover-line cover-total">
            <i>Account balance</i>
            <span className="double double-fine">$1,986.30</span>
          </div>
        </div>
      </aside>
      <main className="cover-side">
        <div className="cover-box">
          <OfflineNotice />
          <p className="cover-name double">Daybook</p>
          {children}
        </div>
      </main>
    </div>
  );
}
