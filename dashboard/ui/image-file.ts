import { IMAGE_TYPES } from '../../contract/image.ts';
import { IMAGE_BYTES_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';

/** Allowed media types, as the `accept` attribute takes them. */
export const ACCEPTED_IMAGE_TYPES = IMAGE_TYPES.join();
const MEGABYTE_BYTES = 1024 * 1024;

/** Returns the validation error of an image file, or undefined for a valid one. */
export function imageFileError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!IMAGE_TYPES.some((one) => one === type)) return messages.notAnImage;
  return size > IMAGE_BYTES_MAX ? messages.fileTooLarge : undefined;
}

/** Formats a number of bytes, such as `640 kB` or `1.2 MB`. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / MEGABYTE_BYTES).toFixed(1)} MB`;
}
