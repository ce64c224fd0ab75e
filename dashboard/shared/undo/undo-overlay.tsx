import { useEffect, useState } from 'react';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { closeUndoDialog, type UndoQuestion, useUndoQuestion } from './undo-question.ts';

const UndoDialog = lazyOverlay(() => import('./undo-dialog.tsx').then((file) => file.UndoDialog));

/** The undo dialog. Every screen has it. */
export function UndoDialogOverlay() {
  const question = useUndoQuestion();
  // The dialog shows the last question while it closes.
  const [shown, setShown] = useState<UndoQuestion | null>(null);
  if (question && question !== shown) setShown(question);
  useEffect(() => closeUndoDialog, []);
  return <UndoDialog open={question !== null} question={question ?? shown} />;
}
