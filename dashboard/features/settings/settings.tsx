import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { WritingIsOff } from '../../shared/as-known/writing-is-off.tsx';
import { ProofDialog } from '../../shared/proof/proof-dialog.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { CalendarSection } from './calendar.tsx';
import { ChangeCurrency } from './change-currency.tsx';
import { Danger } from './danger.tsx';
import { DateOrderChoice } from './date-order.tsx';
import { ExportSection } from './export-section.tsx';
import { LetterKeysPreference } from './letter-keys-preference.tsx';
import { Programs } from './programs.tsx';
import { type SettingsSection, sectionId } from './sections.ts';
import { SecurityLog } from './security-log.tsx';
import { SessionsSection } from './sessions.tsx';
import { SigningIn } from './signing-in/signing-in.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { UpdatePassword } from './update-password.tsx';
import { ReportPeriods, WeekStartChoice } from './week-start.tsx';
import { WordListChoice } from './word-list.tsx';

/** Settings screen. Each section has an address of its own, such as `/settings#exports`. */
export function SettingsScreen() {
  useTitle('Settings');
  const { hash } = useLocation();
  useEffect(() => {
    // It may give a promise, which React would take for a function that cleans up.
    document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <PageHeader margin={<TodayInMargin />} heading="Settings" />
      <WritingIsOff />
      <ProofDialog />
      <Section name="Password">
        <UpdatePassword />
      </Section>
      <Section name="Signing in">
        <SigningIn />
      </Section>
      <Section name="Sessions">
        <SessionsSection />
      </Section>
      <Section name="Programs">
        <Programs />
      </Section>
      <Section name="Security log">
        <SecurityLog />
      </Section>
      <Section name="Currency">
        <ChangeCurrency />
      </Section>
      <Section name="Language and region">
        <DateOrderChoice />
        <WeekStartChoice />
        <ReportPeriods />
        <WordListChoice />
      </Section>
      <Section name="Notifications">
        <CalendarSection />
      </Section>
      <Section name="Exports">
        <ExportSection />
      </Section>
      <Section name="This device">
        <ThemeChoice />
        <LetterKeysPreference />
      </Section>
      <Section name="Danger">
        <Danger />
      </Section>
    </>
  );
}

function Section({ name, children }: { name: SettingsSection; children: ReactNode }) {
  return (
    <div id={sectionId(name)} className="scroll-mt-bar">
      <PageSection margin={<p className="note">{name}</p>}>
        <div className="grid max-w-120 gap-10">{children}</div>
      </PageSection>
    </div>
  );
}
