import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableFile } from './parsed.ts';

/** The files in a zip: their names, and the contents of each. */
export type Zip = {
  names: readonly string[];
  /** Throws UnreadableFile where the file is damaged, locked by a password, or too large. */
  read(name: string): Promise<Buffer<ArrayBuffer>>;
};

const ENTRIES_MAX = 1_000;
const INFLATED_MEGABYTES_MAX = 200;
const INFLATED_BYTES_MAX = INFLATED_MEGABYTES_MAX * 1024 * 1024;
/** Real files become at most some 50 times smaller; from this size on one that claims more is refused. */
const RATIO_MAX = 250;
const RATIO_FROM_BYTES = 8 * 1024 * 1024;

const BROKEN = "This zip is damaged: it can't be opened.";

/**
 * Takes the bytes of a file and gives the zip that it is, in memory, or null if it is none. At most 1,000 files are
 * looked at, and at most 200 MB are unpacked in all (product 11.11). Throws UnreadableFile where the zip is damaged or
 * goes beyond that.
 */
export async function openZip(bytes: Uint8Array): Promise<Zip | null> {
  if (bytes.length < 4 || bytes[0] !== 0x50 || bytes[1] !== 0x4b || (bytes[2] ?? 0) > 6) return null;
  const zip = await orBroken(fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  if (zip.entryCount > ENTRIES_MAX) throw new UnreadableFile('This zip has more than 1,000 files.');
  const entries = await orBroken(entriesOf(zip));
  let inflated = 0;
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw new UnreadableFile(BROKEN);
      if (entry.isEncrypted()) throw new UnreadableFile('This zip is locked by a password.');
      const { uncompressedSize, compressedSize } = entry;
      const isBomb = uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * RATIO_MAX;
      inflated += uncompressedSize;
      if (isBomb || inflated > INFLATED_BYTES_MAX) {
        throw new UnreadableFile(`This zip holds more than ${INFLATED_MEGABYTES_MAX} MB.`);
      }
      return await orBroken(contentsOf(zip, entry));
    },
  };
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/') && !entries.has(entry.fileName)) entries.set(entry.fileName, entry);
  }
  return entries;
}

/** The stream fails where it becomes longer or shorter than its directory says. */
async function contentsOf(zip: ZipFile, entry: Entry): Promise<Buffer<ArrayBuffer>> {
  const contents = Buffer.alloc(entry.uncompressedSize);
  let offset = 0;
  for await (const piece of await zip.openReadStreamPromise(entry)) offset += (piece as Buffer).copy(contents, offset);
  return contents;
}

async function orBroken<Value>(value: Promise<Value>): Promise<Value> {
  try {
    return await value;
  } catch {
    throw new UnreadableFile(BROKEN);
  }
}
