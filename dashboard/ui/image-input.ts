import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { IMAGE_BYTES_MAX, IMAGE_TYPES } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { Problem } from '#contract/problems.ts';
import { isProblem, problemMessage } from '../server/problem.ts';

/** Allowed media types, as the `accept` attribute takes them. */
export const IMAGE_ACCEPT = IMAGE_TYPES.join();
const MEGABYTE_BYTES = 1024 * 1024;

/** Returns the validation error of an image file, or undefined for a valid one. */
export function imageFileError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!IMAGE_TYPES.some((imageType) => imageType === type)) return messages.notAnImage;
  return size > IMAGE_BYTES_MAX ? messages.fileTooLarge : undefined;
}

/** Formats a number of bytes, such as `640 kB` or `1.2 MB`. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / MEGABYTE_BYTES).toFixed(1)} MB`;
}

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
