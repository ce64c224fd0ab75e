import { setPreference, usePreferences } from '../../browser-state/preferences.ts';
import { Checkbox } from '../../ui/fields.tsx';

/** Checkboxes for the screens that the sidebar and the mobile menu list. Stored in this browser. */
export function SidebarPreferences() {
  const { showGoals, showTransactions } = usePreferences();
  return (
    <fieldset aria-labelledby="sidebar-choices">
      <h2 id="sidebar-choices" className="subtitle">
        Sidebar
      </h2>
      <div className="mt-3 flex flex-wrap gap-x-9">
        <Checkbox label="Goals" checked={showGoals} onChange={(shown) => setPreference('showGoals', shown)} />
        <Checkbox
          label="Transactions"
          checked={showTransactions}
          onChange={(shown) => setPreference('showTransactions', shown)}
        />
      </div>
    </fieldset>
  );
}
