import { choosePreference, usePreferences } from '../store/preferences.ts';
import { Checkbox } from '../ui/checkbox.tsx';

/** Which screens the sidebar and the mobile menu show, in this browser. */
export function SidebarChoices() {
  const { showGoals, showTransactions } = usePreferences();
  return (
    <fieldset aria-labelledby="sidebar-choices">
      <h2 id="sidebar-choices" className="subtitle">
        Sidebar
      </h2>
      <div className="checks">
        <Checkbox label="Goals" checked={showGoals} onChange={(shown) => choosePreference('showGoals', shown)} />
        <Checkbox
          label="Transactions"
          checked={showTransactions}
          onChange={(shown) => choosePreference('showTransactions', shown)}
        />
      </div>
    </fieldset>
  );
}
