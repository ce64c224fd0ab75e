import type pg from 'pg';
import { messages } from '#contract/messages.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { createdId } from '#ledger/ids.ts';
import { KeyedMutex } from '#platform/keyed-mutex.ts';
import type { DiskSpace } from '../disk/disk-space.ts';
import type { Upload } from '../http/multipart.ts';
import { ProblemError } from '../http/problem-error.ts';
import { cleanImage } from './image.ts';
import type { ImageQuota } from './quota.ts';
import { storeImage } from './stored-images.ts';
import { sweepUser } from './sweep.ts';

/** The longest side of a stored image. */
const RECEIPT_SIDE_PX = 2400;
const AVATAR_SIDE_PX = 512;

/** Serializes decoding for each user, so that one user's uploads can't occupy both decoders. */
const decodingMutex = new KeyedMutex(() => null);

/** Dependencies of storing images. */
export type ImageServices = { database: pg.Pool; disk: DiskSpace; log: EventLog; imageQuota: ImageQuota; now(): Date };

/** A stored receipt as events name it: its id, and the SHA-256 of its bytes as 64 hex digits (product 5.12). */
export type StoredReceipt = { receiptId: string; receiptHash: string };

/**
 * Stores the receipt of a command and gives its id and hash. The id is derived from the command (`newId`) and the
 * file's digest: a retry gives the same id, and a rejected command may be repeated with another file. Throws the
 * problems not_an_image, too_large, quota_exceeded, disk_full and session_required.
 */
export async function storeReceipt(
  services: ImageServices,
  userId: string,
  upload: Upload,
  newId: (purpose: string) => string,
): Promise<StoredReceipt> {
  const receiptId = newId(`receipt ${upload.digest}`);
  const digest = await store(services, userId, receiptId, upload, RECEIPT_SIDE_PX);
  return { receiptId, receiptHash: Buffer.from(digest, 'base64url').toString('hex') };
}

/**
 * Stores a user's avatar and gives its id, derived from the user and the file's digest. Throws as `storeReceipt` does.
 */
export async function storeAvatar(services: ImageServices, userId: string, upload: Upload): Promise<string> {
  const avatarId = createdId(userId, upload.digest, 'avatar');
  await store(services, userId, avatarId, upload, AVATAR_SIDE_PX);
  return avatarId;
}

/** Stores an image under an id and gives the digest of the stored bytes. */
async function store(
  services: ImageServices,
  userId: string,
  fileId: string,
  { field, bytes }: Upload,
  side: number,
): Promise<string> {
  const image = await decodingMutex.run(userId, () => cleanImage(bytes, side));
  if (image === 'too_large') throw new ProblemError('too_large');
  if (image === 'not_an_image') throw new ProblemError('not_an_image', { [field]: messages.notAnImage });
  const { database, disk, imageQuota, now } = services;
  // Twice the bytes: Postgres writes them to its write-ahead log as well.
  const insert = () =>
    disk.write(2 * image.bytes.length, () => storeImage(database, userId, fileId, image, imageQuota, now()));
  let result = await insert();
  // Unreferenced images don't count towards the quota: delete them and try again.
  if (result === 'quota_exceeded' && (await sweepUser(services, userId)) > 0) result = await insert();
  if (result === 'no_user') throw new ProblemError('session_required');
  if (result === 'quota_exceeded') throw new ProblemError(result, { [field]: messages.quotaExceeded });
  return result.digest;
}
