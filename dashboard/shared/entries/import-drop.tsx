import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { chooseImportFile } from '../../browser-state/import-file.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useUser } from '../../server/user.ts';
import { OPEN_DIALOG } from '../../ui/open-dialog.ts';
import { IMPORT_PATH } from './import-link.tsx';

/** Makes the whole screen a drop area for a file, which opens the import. */
export function ImportDrop() {
  const { _id: userId } = useUser();
  const navigate = useNavigate();
  const isPast = useIsPast();
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    if (isPast) return;
    function onDragOver(event: DragEvent) {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    }
    // Without a related target the pointer has left the window.
    const onDragLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    function onDrop(event: DragEvent) {
      setOver(false);
      const file = hasFile(event) ? event.dataTransfer?.files[0] : undefined;
      if (!file) return;
      event.preventDefault();
      chooseImportFile(file, userId);
      navigate(IMPORT_PATH);
    }
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [isPast, userId, navigate]);

  return (
    isOver && (
      <div className="pointer-events-none fixed inset-0 z-20 grid place-items-center bg-scrim">
        <p role="status" className="rounded-float border border-rule bg-raised px-8 py-6 shadow-(--shadow)">
          Drop the file to import it
        </p>
      </div>
    )
  );
}

/** Whether a file is dragged onto the screen, and not onto a field for files, or below a dialog. */
function hasFile({ dataTransfer, target }: DragEvent): boolean {
  if (!dataTransfer?.types.includes('Files') || document.querySelector(OPEN_DIALOG)) return false;
  return !(target instanceof HTMLInputElement && target.type === 'file');
}
