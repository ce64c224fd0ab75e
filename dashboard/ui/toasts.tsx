import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { buttonClass } from './button.tsx';
import { ErrorIcon, SpinnerIcon, SuccessIcon } from './icons.tsx';
import { toasterMounted } from './toast.ts';

/** Sonner's toaster with the styles of Daybook. */
export function Toasts() {
  useEffect(() => toasterMounted(), []);
  return (
    <Toaster
      position="bottom-right"
      offset={{ right: '1.75rem', bottom: '1.75rem' }}
      mobileOffset="1rem"
      className={ABOVE_BUTTONS}
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

/** On narrow screens toasts stand above the buttons of a form that stay in sight. */
const ABOVE_BUTTONS = 'max-sm:[html:has([data-foot-in-sight])_&]:bottom-[calc(1.75rem+var(--control))]!';

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
