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
  'border-rule-strong bg-surface text-ink-muted',
  'not-empty:mb-6 not-empty:border-l-3 not-empty:px-4 not-empty:py-[0.6rem]',
].join(' ');

/** Notice shown while the browser is offline. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <p role="status" className={NOTICE}>
      {!online && 'You are offline. What you type stays here; it can be saved once the connection is back.'}
    </p>
  );
}
