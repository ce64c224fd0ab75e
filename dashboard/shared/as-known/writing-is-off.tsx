import { useIsPast, WRITING_IS_OFF } from '../../browser-state/known.ts';
import { PageSection } from '../../ui/page.tsx';

/** Says why the forms of a screen are off, while the books are shown as they were. */
export function WritingIsOff() {
  if (!useIsPast()) return null;
  return (
    <PageSection kind="plain">
      <p className="text-ink-muted md:-mb-3">{WRITING_IS_OFF}</p>
    </PageSection>
  );
}
