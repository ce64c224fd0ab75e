import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { BASE_PATH, EXPORT_PATH } from '#contract/addresses.ts';
import type { Caller } from './caller.ts';

/** The files of a zip by their paths. Throws where it is no whole zip, or a file isn't what its checksum says. */
export async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const open = promisify<Buffer, object, ZipFile>(fromBuffer);
  const zip = await open(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        buffer(stream).then((contents) => {
          files.set(entry.fileName, contents);
          zip.readEntry();
        }, reject);
      });
    });
    zip.on('end', resolve).on('error', reject);
    zip.readEntry();
  });
  return files;
}

/** The files of a user's export. Throws where it is refused. */
export async function exported(user: Caller): Promise<Map<string, Buffer>> {
  const answer = await user.open(BASE_PATH + EXPORT_PATH);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return await unzipped(Buffer.from(await answer.arrayBuffer()));
}

/** Writes files into a new folder, and gives its path. */
export async function folderOf(files: ReadonlyMap<string, Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-export-'));
  for (const [path, contents] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), contents);
  }
  return folder;
}
