import { AsKnownControl } from '../shared/as-known/as-known-control.tsx';
import { Bar } from './bar.tsx';

/** Header of narrow viewports: the product name, and the moment as of which the books are shown. */
export function TopBar() {
  return (
    <Bar as="header">
      <AsKnownControl className="ml-auto" />
    </Bar>
  );
}
