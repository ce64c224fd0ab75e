import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { WritingIsOff } from '../../shared/as-known/writing-is-off.tsx';
import { ColumnLayout } from '../../ui/columns.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { ChangeCurrency } from './change-currency.tsx';
import { DateOrderChoice } from './date-order.tsx';
import { UpdatePassword } from './update-password.tsx';
import { WeekStartChoice } from './week-start.tsx';
import { WordListChoice } from './word-list.tsx';

/** Settings screen: password, currency, days, and the word list. */
export function SettingsScreen() {
  useTitle('Settings');
  return (
    <>
      <PageHeader margin={<TodayInMargin />} heading="Settings" />
      <WritingIsOff />
      <PageSection kind="plain">
        <ColumnLayout>
          <UpdatePassword />
          <div>
            <ChangeCurrency />
            <DateOrderChoice />
            <WeekStartChoice />
            <WordListChoice />
          </div>
        </ColumnLayout>
      </PageSection>
    </>
  );
}
