import { gunzipSync } from 'node:zlib';
import type { Reader } from '../../parsed.ts';
import { UnreadableFile } from '../../parsed.ts';
import { isSqlite } from '../../sqlite.ts';
import { gnucashFile } from './book.ts';
import { readGnucashDatabase } from './database.ts';
import { isGnucashXml, readXml } from './xml.ts';

const INFLATED_MEGABYTES_MAX = 100;
const HEAD_BYTES = 4 * 1024;

/**
 * Reads a book of GnuCash: its XML, plain or compressed, or its SQLite database. Null for other files; throws
 * UnreadableFile where it is broken (product 11.11).
 */
export const readGnucash: Reader = async (bytes) => {
  if (isSqlite(bytes)) {
    const book = await readGnucashDatabase(Uint8Array.from(bytes));
    return book && gnucashFile(book, 'SQLite');
  }
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const xml = isCompressed ? inflated(bytes) : bytes;
  if (!xml || !isGnucashXml(xml.subarray(0, HEAD_BYTES))) return null;
  return gnucashFile(readXml(xml), isCompressed ? 'XML, compressed' : 'XML');
};

/** Null if compressed bytes hold something else. Throws UnreadableFile where they are broken or hold too much. */
function inflated(bytes: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: INFLATED_MEGABYTES_MAX * 1024 * 1024 });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new UnreadableFile(
      isTooLarge
        ? `This compressed file holds more than ${INFLATED_MEGABYTES_MAX} MB.`
        : "This compressed file is damaged: it can't be unpacked.",
    );
  }
}
