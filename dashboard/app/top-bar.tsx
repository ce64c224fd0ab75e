import { AsKnownControl } from '../shared/as-known/as-known-control.tsx';
import { Bar } from './bar.tsx';

/** Header of narrow viewports: the product name, and the choice of a moment to view the books at. */
export function TopBar() {
  return (
    <Bar as="header">
      <AsKnownControl className="ml-auto" />
    </Bar>
  );
}
