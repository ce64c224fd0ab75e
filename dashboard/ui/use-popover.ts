import { useEffect, useRef, useState } from 'react';

/**
 * Whether what a button opens is open. Escape closes it and gives the focus back to the button; so does a press, or the
 * focus, outside of `root`, which leaves the focus there.
 */
export function usePopover() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      // Nothing else that Escape closes.
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
    }
    const onElsewhere = ({ target }: Event) => !root.current?.contains(target as Node) && setOpen(false);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [open]);

  return { open, setOpen, root, button };
}
