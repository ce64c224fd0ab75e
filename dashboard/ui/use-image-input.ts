import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../contract/problems.ts';
import { isProblem, problemMessage } from '../api-client/problem.ts';
import { imageFileError } from './image-file.ts';

/**
 * An image chosen from the device, to be sent under the name `field`. `url` shows it before it is sent; `error` says
 * why it can't be, and `refused` takes the server's reason, telling whether it was about the image.
 */
export function useImageInput(field: 'avatar' | 'receipt', before: File | null = null) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState(before);
  const [error, setError] = useState<string>();
  const url = useObjectUrl(file);

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0];
    if (!chosen) return;
    setFile(chosen);
    setError(imageFileError(chosen));
  }

  function clear() {
    // Else the same file, chosen again, would be no change.
    if (input.current) input.current.value = '';
    setFile(null);
    setError(undefined);
  }

  function refused(problem: Problem): boolean {
    const errorMessage =
      problem.errors?.[field] ?? (isProblem(problem, 'too_large') ? problemMessage(problem) : undefined);
    if (errorMessage === undefined || !file) return false;
    setError(errorMessage);
    focus();
    return true;
  }

  const focus = () => input.current?.focus();

  return { input, file, url: error === undefined ? url : null, error, choose, clear, refused, focus };
}

/** The parts of it that whoever draws it needs. */
export type ImageInput = ReturnType<typeof useImageInput>;

function useObjectUrl(file: File | null): string | null {
  const [shown, setShown] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setShown({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return shown && shown.file === file ? shown.url : null;
}
