import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

const NOTICE = [
  'fixed inset-x-4 bottom-[calc(var(--tabs,0px)+1rem)] z-20 mx-auto w-fit max-w-[calc(100vw-2rem)] rounded bg-raised',
  'border-rule-strong text-ink-muted shadow-(--shadow-pop)',
  'not-empty:border not-empty:border-l-3 not-empty:px-4 not-empty:py-[0.6rem]',
].join(' ');

/** Notice shown while the browser is offline, over the page, which does not move. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <p role="status" className={NOTICE}>
      {!online && 'You are offline. What you type stays here; it can be saved once the connection is back.'}
    </p>
  );
}
