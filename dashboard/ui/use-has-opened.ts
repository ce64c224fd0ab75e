import { useState } from 'react';

/** Whether it has ever been open: what is loaded on first opening stays mounted, so that it can close gently. */
export function useHasOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}
