import { useEffect, useState } from 'react';
import { Toaster, useSonner } from 'sonner';
import { buttonClass } from './button.tsx';
import { ErrorIcon, SpinnerIcon, SuccessIcon } from './icons.tsx';
import { toasterMounted } from './toast.ts';

/** Room that toasts take at a corner of the viewport, in pixels: their width, and the height of each with its gap. */
const WIDTH_PX = 400;
const HEIGHT_PX = 96;

/** Buttons that toasts don't cover: of forms, of dialogs, and of a bar at the bottom of a screen. */
const BUTTONS_IN_USE =
  'form button[type="submit"], [role="dialog"] button, [role="alertdialog"] button, [data-commit-bar] button';

/** Whether `count` toasts at the bottom of the viewport would cover a button in use. */
function wouldCoverButton(count: number): boolean {
  const left = Math.max(window.innerWidth - WIDTH_PX, 0);
  const top = window.innerHeight - count * HEIGHT_PX;
  return [...document.querySelectorAll(BUTTONS_IN_USE)].some((button) => {
    const box = button.getBoundingClientRect();
    return box.height > 0 && box.right > left && box.bottom > top && box.top < window.innerHeight;
  });
}

/** The corner of the toasts: at the bottom, or at the top while they would cover a button of a form there. */
function useCorner(): 'top-right' | 'bottom-right' {
  const { toasts } = useSonner();
  const count = toasts.length;
  const [covers, setCovers] = useState(false);
  useEffect(() => {
    if (count === 0) return;
    const look = () => setCovers(wouldCoverButton(count));
    look();
    window.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    // A dialog or a form may open below a toast.
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true });
    return () => {
      window.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
      observer.disconnect();
    };
  }, [count]);
  return covers ? 'top-right' : 'bottom-right';
}

/** Sonner's toaster with the styles of Daybook. */
export function Toasts() {
  useEffect(() => toasterMounted(), []);
  const corner = useCorner();
  return (
    <Toaster
      position={corner}
      offset="1.75rem"
      mobileOffset="1rem"
      className={ABOVE_FOOT}
      gap={12}
      toastOptions={{ unstyled: true, classNames: CLASS_NAMES }}
      icons={{
        success: <SuccessIcon className="text-income" />,
        error: <ErrorIcon className="text-danger" />,
        loading: <SpinnerIcon size={18} />,
      }}
    />
  );
}

/** Toasts at the bottom stand above the tabs of narrow viewports, and the bar of what is selected. */
const ABOVE_FOOT = [
  '[html:has([data-tab-bar])_&]:data-[y-position=bottom]:bottom-21!',
  '[html:has([data-selection-bar])_&]:data-[y-position=bottom]:bottom-[calc(7.5rem+var(--tabs,0px))]!',
].join(' ');

const CLASS_NAMES = {
  toast: [
    'flex w-full items-start gap-[0.8rem] rounded-float border border-rule bg-raised px-[1.1rem] py-[0.95rem]',
    'font-ui text-ink shadow-(--shadow)',
  ].join(' '),
  title: 'leading-[1.4] font-semibold',
  description: 'text-small/[1.4] text-ink-muted',
  actionButton: buttonClass('secondary', 'ml-auto flex-none -my-[0.3rem] touch:-my-[0.65rem]', 'compact'),
  icon: 'mt-[0.19rem] flex-none',
  content: 'min-w-0',
};
