import { useEffect } from 'react';
import { create } from 'zustand';
import { lazyOverlay } from '../ui/lazy.tsx';
import { OPEN_DIALOG } from '../ui/open-dialog.ts';
import { isLetterKey } from './letter-keys.ts';

const KeysSheet = lazyOverlay(() => import('./keys-sheet.tsx').then((file) => file.KeysSheet));

const useSheet = create(() => ({ open: false }));
const setOpen = (open: boolean) => useSheet.setState({ open });

/** Opens the sheet of all keys. */
export const openKeys = (): void => setOpen(true);

/** The sheet of all keys, which `?` opens from every screen, but not over another dialog. */
export function KeysOverlay() {
  const { open } = useSheet();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isLetterKey(event, 'keys') || document.querySelector(OPEN_DIALOG)) return;
      event.preventDefault();
      openKeys();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      setOpen(false);
    };
  }, []);
  return <KeysSheet open={open} onOpenChange={setOpen} />;
}
