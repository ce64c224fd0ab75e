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

const CLASS_NAMES = {
  toast: 'toast',
  title: 'toast-title',
  description: 'toast-description',
  actionButton: buttonClass('secondary', 'toast-action', 'compact'),
  icon: 'toast-icon',
  content: 'toast-content',
};
