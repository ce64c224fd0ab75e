import { TodayInMargin } from '../../as-known/today-in-margin.tsx';
import { WritingIsOff } from '../../as-known/writing-is-off.tsx';
import { Columns } from '../../ui/columns.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { ChangeCurrency } from './change-currency.tsx';
import { DateOrderChoice } from './date-order.tsx';
import { UpdatePassword } from './update-password.tsx';
import { WeekStartChoice } from './week-start.tsx';

/** Settings screen: password, currency, and the order of day and month. */
export function Settings() {
  useTitle('Settings');
  return (
    <>
      <PageHeader margin={<TodayInMargin />} heading="Settings" />
      <WritingIsOff />
      <PageSection kind="plain">
        <Columns>
          <UpdatePassword />
          <div>
            <ChangeCurrency />
            <DateOrderChoice />
            <WeekStartChoice />
          </div>
        </Columns>
      </PageSection>
    </>
  );
}
