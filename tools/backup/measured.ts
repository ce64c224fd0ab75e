import { createHash } from 'node:crypto';

/** The size of a part and the SHA-256 of its bytes, in hex. */
export type BackupMeasure = { bytes: number; sha256: string };

/** Gives the chunks as they are, and calls `done` with their measure after the last. */
export async function* measured<Chunk extends string | Uint8Array>(
  chunks: AsyncIterable<Chunk>,
  done: (measure: BackupMeasure) => void,
): AsyncGenerator<Chunk> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += Buffer.byteLength(chunk);
    yield chunk;
  }
  done({ bytes, sha256: hash.digest('hex') });
}
