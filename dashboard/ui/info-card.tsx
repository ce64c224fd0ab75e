import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { InfoIcon } from './icons.tsx';

const OPEN_MS = 700;
const CLOSE_MS = 300;

/**
 * A mark with something to say. Its card opens under a pointer that rests on it and on focus, at once when it is
 * pressed, and stays while the pointer or the focus is on it. Opening, it is announced.
 */
export function InfoCard({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const timer = useRef<number>(undefined);

  function turn(to: boolean, delay: number) {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(to), delay);
  }

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && turn(false, 0);
    const onPress = ({ target }: Event) => !whole.current?.contains(target as Node) && turn(false, 0);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPress);
    };
  });

  /** A finger that is lifted has not gone away. */
  const byMouse = ({ pointerType }: PointerEvent, act: () => void) => pointerType !== 'touch' && act();
  const leaves = ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices whether the mark or the card is in use.
    <div
      ref={whole}
      className="info"
      onPointerEnter={(event) => byMouse(event, () => turn(true, OPEN_MS))}
      onPointerLeave={(event) => byMouse(event, () => turn(false, CLOSE_MS))}
      onFocus={() => turn(true, OPEN_MS)}
      onBlur={(event) => leaves(event) && turn(false, CLOSE_MS)}
    >
      <button type="button" className="info-mark" aria-label={label} aria-expanded={open} onClick={() => turn(true, 0)}>
        <InfoIcon />
      </button>
      <div role="status">{open && <div className="info-card">{children}</div>}</div>
    </div>
  );
}
