import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { decrypted, keyOf } from './cipher.ts';
import { BackupFailure, failureCode } from './failure.ts';
import { jsonLines } from './json-lines.ts';
import { sumLine } from './make.ts';
import { FORMAT, MANIFEST_PATH, type Manifest, type ManifestPart, readManifest, SUMS_PATH } from './manifest.ts';
import { measured } from './measured.ts';
import { isOfNewer } from './newer.ts';

/** A manifest has a few KiB: a part more for each table. */
const MANIFEST_BYTES_MAX = 1024 * 1024;

/** An open backup: its manifest, and the rows of its parts as lines of JSON, decrypted. */
export type OpenBackup = {
  manifest: Manifest;
  linesOf(part: ManifestPart): AsyncIterable<string>;
  close(): void;
};

/** How the secrets of a backup are read: by a passphrase, asked for where there are any, or not at all (null). */
export type AskPassphrase = (() => Promise<string>) | null;

/**
 * Opens a backup and checks all of it: that it is complete, that each part has the bytes that the manifest says, that
 * this Daybook can read it, and that the passphrase is its own. Throws a BackupFailure.
 */
export async function openBackup(
  file: string,
  askPassphrase: AskPassphrase,
  told: (part: string) => void = () => {},
): Promise<OpenBackup> {
  const zip = await openZip(file);
  try {
    const entries = await entriesOf(zip, file);
    const manifest = await manifestOf(zip, entries, file);
    requireReadable(manifest, file);
    for (const part of manifest.parts) {
      told(part.path);
      await checkBytes(zip, entries, part, file);
    }
    const derivation = askPassphrase && manifest.key;
    const key = derivation ? await keyOf(await askPassphrase(), derivation) : null;
    const linesIn = (part: ManifestPart) => jsonLines(contentsOf(zip, entries, part, key));
    const backup: OpenBackup = {
      manifest: key ? manifest : { ...manifest, parts: manifest.parts.filter(({ encryption }) => !encryption) },
      linesOf: linesIn,
      close: () => zip.close(),
    };
    for (const part of backup.manifest.parts.filter(({ encryption }) => encryption)) {
      for await (const _ of linesIn(part)); // The end of a part tells whether the key is right.
    }
    return backup;
  } catch (error) {
    zip.close();
    if (error instanceof BackupFailure) throw error;
    throw damaged(file, error);
  }
}

/** The manifest of a backup; nothing else is checked. Throws a BackupFailure, or an Error of a damaged file. */
export async function manifestIn(file: string): Promise<Manifest> {
  const zip = await openZip(file);
  try {
    return await manifestOf(zip, await entriesOf(zip, file), file);
  } finally {
    zip.close();
  }
}

const damaged = (file: string, cause: unknown) =>
  new BackupFailure(`${file} is damaged, or no backup of Daybook: nothing was restored from it.`, { cause });

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false, lazyEntries: true });
  } catch (error) {
    if (failureCode(error) === 'ENOENT') throw new BackupFailure(`There is no file ${file}.`);
    if (failureCode(error) === 'EACCES') throw new BackupFailure(`You may not read ${file}.`);
    if (failureCode(error) === 'EISDIR') throw new BackupFailure(`${file} is a folder: name the file of a backup.`);
    throw new BackupFailure(`${file} is cut off, damaged, or no backup of Daybook: nothing was restored from it.`, {
      cause: error,
    });
  }
}

async function entriesOf(zip: ZipFile, file: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw damaged(file, new Error(`It has ${entry.fileName} twice.`));
    entries.set(entry.fileName, entry);
  }
  return entries;
}

async function manifestOf(zip: ZipFile, entries: Map<string, Entry>, file: string): Promise<Manifest> {
  const [text, sums] = [await textOf(zip, entries.get(MANIFEST_PATH)), await textOf(zip, entries.get(SUMS_PATH))];
  const manifest = readManifest(text);
  if ('newer' in manifest) {
    throw new BackupFailure(
      `${file} has format ${manifest.newer}, of a newer Daybook than this one, which reads format ${FORMAT}: ` +
        'restore it with the newer one.',
    );
  }
  const { sha256 } = await measureOf(text);
  if (sums !== [...manifest.parts, { path: MANIFEST_PATH, sha256 }].map(sumLine).join('')) {
    throw damaged(file, new Error('The manifest and SHA256SUMS differ.'));
  }
  const paths = [...manifest.parts.map(({ path }) => path), MANIFEST_PATH, SUMS_PATH];
  if (entries.size !== paths.length || paths.some((path) => !entries.has(path))) {
    throw damaged(file, new Error('It has other parts than the manifest says.'));
  }
  return manifest;
}

async function textOf(zip: ZipFile, entry: Entry | undefined): Promise<string> {
  if (!entry || entry.uncompressedSize > MANIFEST_BYTES_MAX) throw new Error('It has no manifest.');
  return (await buffer(await zip.openReadStreamPromise(entry))).toString();
}

async function measureOf(text: string) {
  let found = { bytes: 0, sha256: '' };
  const chunks = measured(
    (async function* () {
      yield text;
    })(),
    (measure) => {
      found = measure;
    },
  );
  for await (const _ of chunks);
  return found;
}

/** Throws a BackupFailure for a backup of a newer Daybook: its tables have what this one doesn't know. */
function requireReadable({ schemas, daybook }: Manifest, file: string): void {
  if (!isOfNewer(schemas)) return;
  throw new BackupFailure(
    `${file} was made by a newer Daybook (${daybook}) than this one, which doesn't know all of its tables: ` +
      'restore it with the newer one.',
  );
}

async function* bytesOf(zip: ZipFile, entries: Map<string, Entry>, { path }: ManifestPart): AsyncGenerator<Uint8Array> {
  const entry = entries.get(path);
  if (!entry) throw new Error(`It has no ${path}.`);
  yield* await zip.openReadStreamPromise(entry);
}

async function checkBytes(zip: ZipFile, entries: Map<string, Entry>, part: ManifestPart, file: string): Promise<void> {
  let isRight = false;
  const chunks = measured(bytesOf(zip, entries, part), ({ bytes, sha256 }) => {
    isRight = bytes === part.bytes && sha256 === part.sha256;
  });
  try {
    for await (const _ of chunks);
  } catch (error) {
    throw new BackupFailure(`${file} is damaged in ${part.path}: nothing was restored from it.`, { cause: error });
  }
  if (!isRight) throw new BackupFailure(`${file} is damaged in ${part.path}: nothing was restored from it.`);
}

function contentsOf(
  zip: ZipFile,
  entries: Map<string, Entry>,
  part: ManifestPart,
  key: Buffer | null,
): AsyncIterable<Uint8Array> {
  const bytes = bytesOf(zip, entries, part);
  return part.encryption && key ? decrypted(bytes, key, part.path, part.encryption) : bytes;
}
