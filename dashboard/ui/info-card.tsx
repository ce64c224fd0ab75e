import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { InfoIcon } from './icons.tsx';

const OPEN_DELAY_MS = 700;
const CLOSE_DELAY_MS = 300;

/**
 * Info button with a card (product 9.2). The card opens on hover and focus after a delay, on click at once, and stays
 * open while the pointer or the focus is inside. A status region announces it.
 */
export function InfoCard({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const timer = useRef<number>(undefined);

  function setOpenAfter(shown: boolean, delayMs: number) {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(shown), delayMs);
  }

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setOpenAfter(false, 0);
    const onPress = ({ target }: Event) => !root.current?.contains(target as Node) && setOpenAfter(false, 0);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPress);
    };
  });

  /** A touch pointer leaves on release, which must not close the card. */
  const unlessTouch = ({ pointerType }: PointerEvent, run: () => void) => pointerType !== 'touch' && run();
  const leavesCard = ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tracks hover and focus of the button and the card.
    <div
      ref={root}
      className="info"
      onPointerEnter={(event) => unlessTouch(event, () => setOpenAfter(true, OPEN_DELAY_MS))}
      onPointerLeave={(event) => unlessTouch(event, () => setOpenAfter(false, CLOSE_DELAY_MS))}
      onFocus={() => setOpenAfter(true, OPEN_DELAY_MS)}
      onBlur={(event) => leavesCard(event) && setOpenAfter(false, CLOSE_DELAY_MS)}
    >
      <button
        type="button"
        className="info-mark"
        aria-label={label}
        aria-expanded={open}
        onClick={() => setOpenAfter(true, 0)}
      >
        <InfoIcon />
      </button>
      <div role="status">{open && <div className="info-card">{children}</div>}</div>
    </div>
  );
}
