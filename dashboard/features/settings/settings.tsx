import { Columns } from '../../ui/columns.tsx';
import { today } from '../../ui/day.ts';
import { MarginDate, PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { ChangeCurrency } from './change-currency.tsx';
import { UpdatePassword } from './update-password.tsx';

/** Settings screen: password and currency. */
export function Settings() {
  useTitle('Settings');
  return (
    <>
      <PageHeader margin={<MarginDate date={today()} />} heading="Settings" />
      <PageSection kind="plain">
        <Columns>
          <UpdatePassword />
          <ChangeCurrency />
        </Columns>
      </PageSection>
    </>
  );
}
