import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Columns } from '../../ui/columns.tsx';
import { today } from '../../ui/day.ts';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { MarginDate, PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { DateOfBirth } from './date-of-birth.tsx';
import { MoreOptions } from './more-options.tsx';
import { Profile } from './profile.tsx';
import { SidebarPreferences } from './sidebar-preferences.tsx';

const GiveFeedback = lazyOverlay(() => import('./give-feedback.tsx').then((file) => file.GiveFeedback));

/** The account screen: profile, date of birth, sidebar preferences and more options. */
export function Account() {
  useTitle('Account');
  const [open, setOpen] = useState(false);
  return (
    <>
      <PageHeader
        margin={<MarginDate date={today()} />}
        heading="Account"
        tools={<Button onClick={() => setOpen(true)}>Give Feedback</Button>}
      />
      <PageSection kind="plain">
        <Columns>
          <div>
            <Profile />
          </div>
          <div className="*:border-rule *:not-first:mt-9 *:not-first:border-t *:not-first:pt-8">
            <DateOfBirth />
            <SidebarPreferences />
            <MoreOptions />
          </div>
        </Columns>
      </PageSection>
      <GiveFeedback open={open} onOpenChange={setOpen} />
    </>
  );
}
