import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { today } from '../ui/day.ts';
import { DayMark } from '../ui/day-mark.tsx';
import { floating } from '../ui/lazily.tsx';
import { PageHead, PageSection, useTitle } from '../ui/page.tsx';
import { DateOfBirth } from './date-of-birth.tsx';
import { MoreOptions } from './more-options.tsx';
import { Profile } from './profile.tsx';
import { SidebarChoices } from './sidebar-choices.tsx';

const GiveFeedback = floating('GiveFeedback', () => import('./give-feedback.tsx'));

/** The screen about oneself. */
export function Account() {
  useTitle('Account');
  const [open, setOpen] = useState(false);
  return (
    <>
      <PageHead
        margin={<DayMark date={today()} />}
        heading="Account"
        tools={<Button onClick={() => setOpen(true)}>Give Feedback</Button>}
      />
      <PageSection className="leaf-plain">
        <div className="columns">
          <div>
            <Profile />
          </div>
          <div className="stack">
            <DateOfBirth />
            <SidebarChoices />
            <MoreOptions />
          </div>
        </div>
      </PageSection>
      <GiveFeedback open={open} onOpenChange={setOpen} />
    </>
  );
}
