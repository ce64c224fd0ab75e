import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Says, while it lasts, that the connection is gone. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <p role="status" className="connection-note">
      {!online && 'You are offline. What you type stays here; it can be saved once the connection is back.'}
    </p>
  );
}
