import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { InfoIcon } from './icons.tsx';

const OPEN_DELAY_MS = 700;
const CLOSE_DELAY_MS = 300;

/** Class names of a card that explains the hovered or focused element. */
export const tipClass = [
  'absolute z-3 animate-appear rounded border border-rule-strong bg-raised',
  'text-left text-small leading-[1.4] shadow-(--shadow-pop)',
].join(' ');

/**
 * Beside the margin column, above the content column; on narrow screens below the heading. The pseudo-element bridges
 * the gap between the button and the card, so that the pointer can cross it.
 */
const CARD = [
  tipClass,
  'w-72 px-[0.95rem] py-[0.8rem] before:absolute',
  'max-md:top-[calc(100%+0.25rem)] max-md:left-0 max-md:max-w-full',
  'max-md:before:inset-x-0 max-md:before:-top-4 max-md:before:bottom-full',
  'md:-top-[0.4rem] md:left-[calc(100%+0.75rem)] md:before:inset-y-0 md:before:right-full md:before:-left-5',
].join(' ');

const MARK = [
  '-my-[0.3rem] -mr-[0.3rem] ml-[0.1rem] inline-grid size-7 cursor-help place-items-center rounded-full align-middle',
  'text-ink-muted hover:text-ink aria-expanded:text-ink print:hidden',
  'pointer-coarse:-my-[0.8rem] pointer-coarse:-mr-[0.8rem] pointer-coarse:-ml-[0.4rem] pointer-coarse:size-11',
].join(' ');

/**
 * Info button with a card (product 9.2), for a heading in the margin column: both are inline, and the card is placed by
 * their nearest positioned parent. The card opens on hover and focus after a delay, on click at once, and stays
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
      className="inline"
      onPointerEnter={(event) => unlessTouch(event, () => setOpenAfter(true, OPEN_DELAY_MS))}
      onPointerLeave={(event) => unlessTouch(event, () => setOpenAfter(false, CLOSE_DELAY_MS))}
      onFocus={() => setOpenAfter(true, OPEN_DELAY_MS)}
      onBlur={(event) => leavesCard(event) && setOpenAfter(false, CLOSE_DELAY_MS)}
    >
      <button
        type="button"
        className={MARK}
        aria-label={label}
        aria-expanded={open}
        onClick={() => setOpenAfter(true, 0)}
      >
        <InfoIcon />
      </button>
      <div role="status">{open && <div className={CARD}>{children}</div>}</div>
    </div>
  );
}
