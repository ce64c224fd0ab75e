import { useLocation, useNavigate } from 'react-router-dom';
import { searchWith, stayOn } from '../../browser-state/screen-key.ts';

const EXPLAIN = 'explain';

/** Returns a function that opens the drawer of a figure on the screen that is open. Back closes it. */
export function useExplain(): (figure: string) => void {
  const location = useLocation();
  const navigate = useNavigate();
  return (figure) => {
    const { pathname, hash } = location;
    const search = searchWith(location.search, { [EXPLAIN]: figure });
    navigate({ pathname, search, hash }, { state: { ...stayOn(location), opensDrawer: true } });
  };
}

/** Returns the figure that the address explains, or null, and the function that closes its drawer. */
export function useExplainedFigure(): { figure: string | null; close: () => void } {
  const location = useLocation();
  const navigate = useNavigate();
  const figure = new URLSearchParams(location.search).get(EXPLAIN);

  function close() {
    if (figure === null) return;
    if ((location.state as { opensDrawer?: true } | null)?.opensDrawer) return void navigate(-1);
    // The address was opened as it is, so nothing is behind it.
    const { pathname, hash } = location;
    const search = searchWith(location.search, { [EXPLAIN]: null });
    navigate({ pathname, search, hash }, { replace: true, state: stayOn(location) });
  }

  return { figure, close };
}
