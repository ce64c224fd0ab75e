import { TodayInMargin } from '../../as-known/today-in-margin.tsx';
import { WritingIsOff } from '../../as-known/writing-is-off.tsx';
import { Columns } from '../../ui/columns.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { ChangeCurrency } from './change-currency.tsx';
import { UpdatePassword } from './update-password.tsx';

/** Settings screen: password and currency. */
export function Settings() {
  useTitle('Settings');
  return (
    <>
      <PageHeader margin={<TodayInMargin />} heading="Settings" />
      <WritingIsOff />
      <PageSection kind="plain">
        <Columns>
          <UpdatePassword />
          <ChangeCurrency />
        </Columns>
      </PageSection>
    </>
  );
}
