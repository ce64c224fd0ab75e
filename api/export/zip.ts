import { PassThrough, Readable } from 'node:stream';
import { type Options, ZipFile } from 'yazl';

/**
 * A file of an archive: its path, its contents, which are read when its turn comes, and whether compression is worth
 * it.
 */
export type ArchivedFile = {
  path: string;
  contents: AsyncIterable<string> | AsyncIterable<Uint8Array> | Iterable<string> | readonly Uint8Array[];
  isCompressed?: boolean;
};

/** The approximate size of the pieces that are compressed: smaller ones would cost more than they hold. */
const PIECE_CHARACTERS = 64 * 1_024;

/**
 * A stream of a zip with these files, one after the other, each read as fast as the stream is. Where a file fails, so
 * does the stream, before the directory at the end of the zip, without which nothing opens it. Where the stream is
 * destroyed, so is the file that is being read.
 */
export function zipOf(files: AsyncIterable<ArchivedFile>, mtime: Date): Readable {
  const output = new PassThrough();
  const zip = new ZipFile();
  zip.on('error', (error) => output.destroy(error));
  zip.outputStream.pipe(output);
  const { promise: closed, reject: close } = Promise.withResolvers<never>();
  closed.catch(() => {});
  output.once('close', () => close(new Error('The archive was closed before its end.')));
  add(zip, files, mtime, closed).catch((error) => output.destroy(error));
  return output;
}

async function add(
  zip: ZipFile,
  files: AsyncIterable<ArchivedFile>,
  mtime: Date,
  closed: Promise<never>,
): Promise<void> {
  for await (const { path, contents, isCompressed = true } of files) {
    const source = Readable.from(pieces(contents), { objectMode: false });
    const { promise: read, resolve, reject } = Promise.withResolvers<void>();
    source.once('end', resolve).once('error', reject);
    const options: Partial<Options> = { mtime, compress: isCompressed };
    zip.addReadStreamLazy(path, options, (begin) => begin(null, source));
    try {
      await Promise.race([read, closed]);
    } finally {
      source.destroy();
    }
  }
  zip.end();
}

async function* pieces(contents: ArchivedFile['contents']): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const chunk of contents) {
    if (typeof chunk !== 'string') yield chunk;
    else if (text.length + chunk.length < PIECE_CHARACTERS) text += chunk;
    else {
      yield Buffer.from(text + chunk);
      text = '';
    }
  }
  if (text) yield Buffer.from(text);
}
