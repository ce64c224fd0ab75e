import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** The file of a build that says what its scripts consist of; `tools/start/build.ts` prints it. */
const CHUNK_REPORT_FILE = '.chunks.txt';

/** Parts of a script that have less are left out. */
const PART_BYTES_MIN = 1_000;

/** Vite plugin that writes what each script consists of, in bytes by package and by folder. */
export function chunkReport(): Plugin {
  return {
    name: 'chunk-report',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      await writeFile(join(dir, CHUNK_REPORT_FILE), reportOf(chunks));
    },
  };
}

/** The scripts, the largest first: their bytes compressed by gzip, and the bytes of each part before it is minified. */
function reportOf(chunks: readonly Rolldown.OutputChunk[]): string {
  const sized = chunks.map((chunk) => ({ chunk, gzipBytes: gzipSync(chunk.code, { level: 9 }).length }));
  const lines = sized
    .sort((one, other) => other.gzipBytes - one.gzipBytes)
    .flatMap(({ chunk, gzipBytes }) => [
      `${inColumn(gzipBytes)} ${chunk.name}, of ${chunk.code.length.toLocaleString('en-US')} B`,
      ...partsOf(chunk).map(([part, bytes]) => `${inColumn(bytes)}   ${part}`),
    ]);
  return `${lines.join('\n')}\n`;
}

const inColumn = (bytes: number) => `${bytes.toLocaleString('en-US')} B`.padStart(12);

function partsOf({ modules }: Rolldown.OutputChunk): [part: string, bytes: number][] {
  const bytesOf = new Map<string, number>();
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    const part = partOf(id);
    bytesOf.set(part, (bytesOf.get(part) ?? 0) + renderedLength);
  }
  return [...bytesOf].filter(([, bytes]) => bytes >= PART_BYTES_MIN).sort(([, one], [, other]) => other - one);
}

/** The package of a module, or its folder within the project. */
function partOf(id: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id);
  if (inPackage?.[1]) return inPackage[1];
  const root = join(import.meta.dirname, '..', '..');
  return id.replace(`${root}/`, '').split('/').slice(0, 3).join('/');
}
