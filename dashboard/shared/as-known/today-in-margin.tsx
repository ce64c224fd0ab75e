import { MarginDate } from '../../ui/page.tsx';
import { useToday } from './moment.ts';

/** The day that is today on the page, for its margin. */
export function TodayInMargin() {
  return <MarginDate date={useToday()} />;
}
