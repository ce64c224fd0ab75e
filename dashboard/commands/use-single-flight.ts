import { useRef, useState } from 'react';

/** Returns `start`, which runs the task and does nothing while it is in flight, and `pending`. */
export function useSingleFlight(task: () => Promise<void>) {
  // The state reaches the component later than a second click may come.
  const inFlight = useRef(false);
  const [pending, setPending] = useState(false);

  async function start() {
    if (inFlight.current) return;
    inFlight.current = true;
    setPending(true);
    await task();
    inFlight.current = false;
    setPending(false);
  }

  return { start, pending };
}
