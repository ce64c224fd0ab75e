import { useLocation } from 'react-router-dom';
import { lazyComponent } from '../../ui/lazy.tsx';
import { Reports } from './reports.tsx';

const PAGES = new Map([
  ['net-worth', lazyComponent(() => import('./net-worth.tsx').then((file) => file.NetWorth))],
  ['plan', lazyComponent(() => import('./plan.tsx').then((file) => file.PlanAndLife))],
  ['recurring', lazyComponent(() => import('./recurring.tsx').then((file) => file.RecurringScreen))],
  ['year', lazyComponent(() => import('./year.tsx').then((file) => file.YearReview))],
]);

/** The screen of an address of reports: a page of its own, or reports of one's own question. */
export function ReportScreens() {
  const [, , page = ''] = useLocation().pathname.split('/');
  const Page = PAGES.get(page) ?? Reports;
  return <Page />;
}
