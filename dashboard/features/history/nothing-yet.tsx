import { Link } from 'react-router-dom';
import { BlankRows } from '../../shared/entries/blank-rows.tsx';
import { BesideMargin } from '../../shared/entries/day-table.tsx';

/** The empty table of a ledger without any event. */
export function NothingYet() {
  return (
    <BesideMargin>
      <BlankRows>
        <span>Nothing has been written down yet</span>
        <Link className="link" to="/create-transaction">
          Make a transaction
        </Link>
      </BlankRows>
    </BesideMargin>
  );
}
