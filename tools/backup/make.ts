import type { ArchivedFile } from '#api/export/zip.ts';
import { zipOf } from '#api/export/zip.ts';
import packageJson from '#package.json' with { type: 'json' };
import { letOthersGoFirst } from '#platform/low-priority.ts';
import { encrypted, keyOf, newKeyDerivation } from './cipher.ts';
import { type BackupPart, backupParts } from './contents.ts';
import { BackupFailure } from './failure.ts';
import { FORMAT, MANIFEST_PATH, type Manifest, type ManifestPart, SUMS_PATH } from './manifest.ts';
import { type BackupMeasure, measured } from './measured.ts';
import { requireNew, writeNewFile } from './new-file.ts';
import { isOfNewer } from './newer.ts';
import { type BackupCut, type Databases, openCut } from './open-cut.ts';
import { copiedColumns, copiedRows } from './rows.ts';

/** The progress of a backup: a part has this number of rows by now, and `isDone` with the last. */
export type Told = (part: string, rows: number, isDone: boolean) => void;

/** A backup to make. Without a passphrase the secrets are left out. `isGentle` lowers the priority of this process. */
export type Making = {
  databases: Databases;
  file: string;
  passphrase: string | null;
  /** The id of the schedule that makes it; null by hand. */
  schedule: string | null;
  isGentle: boolean;
  now: Date;
  told: Told;
};

/** A complete backup: its size in bytes, and its manifest. */
export type Made = { bytes: number; manifest: Manifest };

/** The line of a file in SHA256SUMS. */
export const sumLine = ({ path, sha256 }: { path: string; sha256: string }): string => `${sha256}  ${path}\n`;

/**
 * Makes a backup of one moment, in memory that doesn't grow with it. Throws what `openCut` and `writeNewFile` throw, a
 * BackupFailure where a newer Daybook wrote the databases, and the reason of the signal; then there is no file.
 */
export async function makeBackup(making: Making, signal: AbortSignal): Promise<Made> {
  const { databases, file, passphrase } = making;
  await requireNew(file);
  if (making.isGentle) letOthersGoFirst();
  const derivation = passphrase === null ? null : newKeyDerivation();
  const key = passphrase !== null && derivation ? await keyOf(passphrase, derivation) : null;
  const cut = await openCut(databases);
  try {
    if (isOfNewer(cut.schemas))
      throw new BackupFailure('A newer version of Daybook wrote this data: make the backup with that version.');
    const manifest: Manifest = {
      format: FORMAT,
      daybook: packageJson.version,
      madeAt: making.now.toISOString(),
      schedule: making.schedule,
      log: cut.log,
      schemas: cut.schemas,
      key: derivation,
      parts: [],
    };
    const contentsOf = () => zipOf(filesOf(cut, manifest, key, making.told), making.now);
    const bytes = await writeNewFile(file, contentsOf, signal);
    return { bytes, manifest };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await cut.close();
  }
}

/** The files of a backup; `manifest` gets each part once it is read. */
async function* filesOf(
  cut: BackupCut,
  manifest: Manifest,
  key: Buffer | null,
  told: Told,
): AsyncGenerator<ArchivedFile> {
  for (const part of backupParts({ whole: cut.log !== null, withSecrets: key !== null })) {
    const client = cut.clients[part.table.database];
    const columns = client && (await copiedColumns(client, part));
    if (!client || !columns) continue;
    const done: ManifestPart = { path: part.path, rows: 0, bytes: 0, sha256: '', columns, encryption: null };
    const rows = copiedRows(client, part, columns, (count) => {
      done.rows = count;
      told(part.path, count, false);
    });
    const chunks = part.isSecret && key ? encryptedRows(rows, key, part, done) : rows;
    yield {
      path: part.path,
      contents: measuredChunks(chunks, (measure) => Object.assign(done, measure)),
      isCompressed: !part.isSecret,
    };
    told(part.path, done.rows, true);
    manifest.parts.push(done);
  }
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  const ofManifest = { path: MANIFEST_PATH, sha256: '' };
  yield {
    path: MANIFEST_PATH,
    contents: measured(chunkOf(text), ({ sha256 }) => {
      ofManifest.sha256 = sha256;
    }),
  };
  yield { path: SUMS_PATH, contents: [...manifest.parts, ofManifest].map(sumLine) };
}

const encryptedRows = (rows: AsyncIterable<string>, key: Buffer, { path }: BackupPart, done: ManifestPart) =>
  encrypted(rows, key, path, (encryption) => {
    done.encryption = encryption;
  });

const measuredChunks = (
  chunks: AsyncIterable<string> | AsyncIterable<Uint8Array>,
  done: (measure: BackupMeasure) => void,
) => measured(chunks as AsyncIterable<string>, done);

async function* chunkOf(text: string): AsyncGenerator<string> {
  yield text;
}
