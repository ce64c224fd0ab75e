import { useState } from 'react';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { WritingIsOff } from '../../shared/as-known/writing-is-off.tsx';
import { Button } from '../../ui/button.tsx';
import { ColumnLayout } from '../../ui/columns.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { LinkReturn } from './link-return.tsx';
import { MoreOptions } from './more-options.tsx';
import { DateOfBirth } from './profile/date-of-birth.tsx';
import { ProfileSection } from './profile/profile.tsx';
import { SidebarPreferences } from './sidebar-preferences.tsx';

const GiveFeedback = lazyOverlay(() => import('./give-feedback.tsx').then((file) => file.GiveFeedback));

/** The account screen: profile, date of birth, sidebar preferences and more options. */
export function AccountScreen() {
  useTitle('Account');
  const [open, setOpen] = useState(false);
  return (
    <>
      <PageHeader
        margin={<TodayInMargin />}
        heading="Account"
        tools={
          <Button writes onClick={() => setOpen(true)}>
            Give Feedback
          </Button>
        }
      />
      <LinkReturn />
      <WritingIsOff />
      <PageSection kind="plain">
        <ColumnLayout>
          <div>
            <ProfileSection />
          </div>
          <div className="*:border-rule *:not-first:mt-9 *:not-first:border-t *:not-first:pt-8">
            <DateOfBirth />
            <SidebarPreferences />
            <MoreOptions />
          </div>
        </ColumnLayout>
      </PageSection>
      <GiveFeedback open={open} onOpenChange={setOpen} />
    </>
  );
}
