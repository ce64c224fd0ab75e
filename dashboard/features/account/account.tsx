import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { TodayInMargin } from '../../as-known/today-in-margin.tsx';
import { WritingIsOff } from '../../as-known/writing-is-off.tsx';
import { Button } from '../../ui/button.tsx';
import { Columns } from '../../ui/columns.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { Accounts } from './accounts/accounts.tsx';
import { MoreOptions } from './more-options.tsx';
import { DateOfBirth } from './profile/date-of-birth.tsx';
import { Profile } from './profile/profile.tsx';
import { ConfirmedDays } from './reconcile/confirmed-days.tsx';
import { SidebarPreferences } from './sidebar-preferences.tsx';

const GiveFeedback = lazyOverlay(() => import('./give-feedback.tsx').then((file) => file.GiveFeedback));
const OpenAccount = lazyOverlay(() => import('./accounts/account-dialogs.tsx').then((file) => file.OpenAccount));

/** Opens the screen with the dialog that opens an account. */
const OPEN_ACCOUNT = '#open-account';

/**
 * The account screen: profile, date of birth, sidebar preferences, more options, the accounts where there are several,
 * and the confirmed days.
 */
export function Account() {
  useTitle('Account');
  const [open, setOpen] = useState(false);
  const { hash } = useLocation();
  const [openingAccount, setOpeningAccount] = useState(hash === OPEN_ACCOUNT);
  const openAccount = () => setOpeningAccount(true);
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
      <WritingIsOff />
      <PageSection kind="plain">
        <Columns>
          <div>
            <Profile />
          </div>
          <div className="*:border-rule *:not-first:mt-9 *:not-first:border-t *:not-first:pt-8">
            <DateOfBirth />
            <SidebarPreferences />
            <MoreOptions onOpenAccount={openAccount} />
          </div>
        </Columns>
      </PageSection>
      <Accounts onOpenAccount={openAccount} />
      <ConfirmedDays />
      <OpenAccount open={openingAccount} onOpenChange={setOpeningAccount} />
      <GiveFeedback open={open} onOpenChange={setOpen} />
    </>
  );
}
