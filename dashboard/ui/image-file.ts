import { IMAGE_TYPES } from '../../contract/image.ts';
import { IMAGE_BYTES_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';

/** The types of images that receipts and avatars may be, as a file field takes them. */
export const ACCEPTED_IMAGE_TYPES = IMAGE_TYPES.join();
const MEGABYTE = 1024 * 1024;

/** Why a file can't be sent as an image, if it can't. */
export function imageFileError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!IMAGE_TYPES.some((one) => one === type)) return messages.notAnImage;
  return size > IMAGE_BYTES_MAX ? messages.fileTooLarge : undefined;
}

/** A file's size as a person reads it: `640 kB`, `1.2 MB`. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
