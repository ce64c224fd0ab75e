import type pg from 'pg';
import { messages } from '../../contract/messages.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { createdId } from '../../ledger/ids.ts';
import { KeyedMutex } from '../../platform/keyed-mutex.ts';
import type { DiskSpace } from '../disk/disk-space.ts';
import type { Upload } from '../http/multipart.ts';
import { ProblemError } from '../http/problem-error.ts';
import { cleanImage } from './image.ts';
import type { ImageQuota } from './quota.ts';
import { storeImage } from './stored-images.ts';
import { sweepUser } from './sweep.ts';

/** The longest side of what is stored, in pixels: a receipt stays legible, an avatar is small. */
const RECEIPT_SIDE = 2400;
const AVATAR_SIDE = 512;

/** Images of one user are decoded one by one, so that those of others wait for no more than one of theirs. */
const decoding = new KeyedMutex(() => null);

/** What images are stored with. */
export type ImageServices = { database: pg.Pool; disk: DiskSpace; log: EventLog; imageQuota: ImageQuota; now(): Date };

/**
 * Stores the receipt that came with a command and gives its id. The file is part of the id, as well as the command
 * (`newId`): sent again it names the same file, and a command that was refused may come again with another one.
 * Throws ProblemError where the upload is no image, too large, beyond the user's quota, or finds
 * the disk full.
 */
export async function storeReceipt(
  services: ImageServices,
  userId: string,
  upload: Upload,
  newId: (what: string) => string,
): Promise<string> {
  return await keep(services, userId, newId(`receipt ${upload.digest}`), upload, RECEIPT_SIDE);
}

/** Stores a user's avatar and gives its id, the same for the same file. Throws as `storeReceipt` does. */
export async function storeAvatar(services: ImageServices, userId: string, upload: Upload): Promise<string> {
  return await keep(services, userId, createdId(userId, upload.digest, 'avatar'), upload, AVATAR_SIDE);
}

async function keep(
  services: ImageServices,
  userId: string,
  fileId: string,
  { field, bytes }: Upload,
  side: number,
): Promise<string> {
  const image = await decoding.run(userId, () => cleanImage(bytes, side));
  if (image === 'too_large') throw new ProblemError('too_large');
  if (image === 'not_an_image') throw new ProblemError('not_an_image', { [field]: messages.notAnImage });
  const { database, disk, imageQuota, now } = services;
  // Postgres writes it to its own log as well.
  const store = () =>
    disk.write(2 * image.bytes.length, () => storeImage(database, userId, fileId, image, imageQuota, now()));
  let storing = await store();
  // Only images in use count towards the quota: what nothing refers to is deleted first.
  if (storing === 'quota_exceeded' && (await sweepUser(services, userId)) > 0) storing = await store();
  if (storing === 'no_user') throw new ProblemError('session_required');
  if (storing === 'quota_exceeded') throw new ProblemError(storing, { [field]: messages.quotaExceeded });
  return fileId;
}
