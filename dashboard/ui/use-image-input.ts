import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../contract/problems.ts';
import { isProblem, problemMessage } from '../api-client/problem.ts';
import { imageFileError } from './image-file.ts';

/**
 * State of an image file input. `url` is an object URL for the preview, `error` the validation error. `showServerError`
 * takes the problem of a failed upload and returns whether it was about the image.
 */
export function useImageInput(field: 'avatar' | 'receipt', initialFile: File | null = null) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState(initialFile);
  const [error, setError] = useState<string>();
  const url = useObjectUrl(file);

  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    const selectedFile = target.files?.[0];
    if (!selectedFile) return;
    setFile(selectedFile);
    setError(imageFileError(selectedFile));
  }

  function clear() {
    // Without this, selecting the same file again fires no change event.
    if (input.current) input.current.value = '';
    setFile(null);
    setError(undefined);
  }

  function showServerError(problem: Problem): boolean {
    const errorMessage =
      problem.errors?.[field] ?? (isProblem(problem, 'too_large') ? problemMessage(problem) : undefined);
    if (errorMessage === undefined || !file) return false;
    setError(errorMessage);
    focus();
    return true;
  }

  const focus = () => input.current?.focus();

  return { input, file, url: error === undefined ? url : null, error, onChange, clear, showServerError, focus };
}

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
