import { setPreference, usePreferences } from '../../browser-state/preferences.ts';
import { openKeys } from '../../keys/keys-overlay.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields.tsx';

/** Switch of the keys of a single letter, for who presses them unawares (WCAG 2.1.4). Stored in this browser. */
export function LetterKeysPreference() {
  const { letterKeys } = usePreferences();
  return (
    <section aria-labelledby="keys">
      <h2 id="keys" className="subtitle">
        Keys
      </h2>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Checkbox label="Single-letter keys" checked={letterKeys} onChange={(on) => setPreference('letterKeys', on)} />
        <Button kind="quiet" size="compact" className="-mr-3" onClick={openKeys}>
          Show all keys
        </Button>
      </div>
    </section>
  );
}
