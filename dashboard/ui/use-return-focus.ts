import { useRef } from 'react';

/**
 * Where the focus goes when what floats closes: back to where it came from, or, when that is gone or another screen has
 * come, to the screen's heading, unless it has gone to one by itself. Call `noteFocus` while opening, before the focus
 * moves.
 */
export function useRestoreFocus() {
  const from = useRef<{ element: Element | null; pathname: string } | null>(null);

  function rememberFocus() {
    from.current = { element: document.activeElement, pathname: window.location.pathname };
  }

  function restoreFocus(event: Event) {
    event.preventDefault();
    const { element, pathname } = from.current ?? {};
    const arrived = pathname !== window.location.pathname && document.activeElement?.closest('main h1, main h2');
    if (arrived) return;
    const stays = pathname === window.location.pathname && element instanceof HTMLElement && element.isConnected;
    const target = stays && element !== document.body ? element : document.querySelector<HTMLElement>('main h1');
    target?.focus({ preventScroll: !stays });
  }

  return { rememberFocus, restoreFocus };
}
