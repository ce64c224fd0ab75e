import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { DoneIcon, RingIcon, WrongIcon } from './icons.tsx';
import { toasterMounted } from './toast.ts';

/** Where toasts appear: at the bottom right, over the full width of a narrow screen. */
export function Toasts() {
  useEffect(() => toasterMounted(), []);
  return (
    <Toaster
      position="bottom-right"
      offset={{ right: '1.75rem', bottom: '1.75rem' }}
      mobileOffset="1rem"
      gap={12}
      toastOptions={{ unstyled: true, classNames: TOAST }}
      icons={{
        success: <DoneIcon className="text-income" />,
        error: <WrongIcon className="text-danger" />,
        loading: <RingIcon size={18} />,
      }}
    />
  );
}

const TOAST = {
  toast: 'toast',
  title: 'toast-title',
  description: 'toast-description',
  actionButton: 'button button-secondary toast-action',
  icon: 'toast-icon',
  content: 'toast-content',
};
