import { today } from '../ui/day.ts';
import { DayMark } from '../ui/day-mark.tsx';
import { PageHead, PageSection, useTitle } from '../ui/page.tsx';
import { ChangeCurrency } from './change-currency.tsx';
import { UpdatePassword } from './update-password.tsx';

/** The screen of what is rarely changed. */
export function Settings() {
  useTitle('Settings');
  return (
    <>
      <PageHead margin={<DayMark date={today()} />} heading="Settings" />
      <PageSection className="leaf-plain">
        <div className="columns">
          <UpdatePassword />
          <ChangeCurrency />
        </div>
      </PageSection>
    </>
  );
}
