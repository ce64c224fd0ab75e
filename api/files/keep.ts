import { messages } from '../../contract/messages.ts';
import { createdId } from '../../ledger/ids.ts';
import type { Upload } from '../http/multipart.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Services } from '../services.ts';
import { cleanImage } from './image.ts';
import { storeImage } from './stored-images.ts';

/** The longest side of what is stored, in pixels: a receipt stays legible, an avatar is small. */
const RECEIPT_SIDE = 2400;
const AVATAR_SIDE = 512;

type Needed = Pick<Services, 'database' | 'now'>;

/**
 * Stores the receipt that came with a command and gives its id. The file is part of the id, as well as the command
 * (`newId`): sent again it names the same file, and a command that was refused may come again with another one.
 * Throws ProblemError where the upload is no image or too large.
 */
export async function keepReceipt(
  services: Needed,
  userId: string,
  upload: Upload,
  newId: (what: string) => string,
): Promise<string> {
  return await keep(services, userId, newId(`receipt ${upload.digest}`), upload, RECEIPT_SIDE);
}

/** Stores a user's avatar and gives its id, the same for the same file. Throws as `keepReceipt` does. */
export async function keepAvatar(services: Needed, userId: string, upload: Upload): Promise<string> {
  return await keep(services, userId, createdId(userId, upload.digest, 'avatar'), upload, AVATAR_SIDE);
}

async function keep(
  { database, now }: Needed,
  userId: string,
  fileId: string,
  { field, bytes }: Upload,
  side: number,
): Promise<string> {
  const image = await cleanImage(bytes, side);
  if (image === 'too_large') throw new ProblemError('too_large');
  if (image === 'not_an_image') throw new ProblemError('not_an_image', { [field]: messages.notAnImage });
  if (!(await storeImage(database, userId, fileId, image, now()))) throw new ProblemError('session_required');
  return fileId;
}
