const LINE_END = 0x0a;

/** The lines of a stream of bytes, without their ends. */
export async function* jsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pending: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      pending.push(chunk.subarray(from, end));
      yield Buffer.concat(pending).toString();
      pending = [];
      from = end + 1;
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  }
  if (pending.length > 0) yield Buffer.concat(pending).toString();
}

/**
 * Groups of lines, each of at most `linesMax`, and of not much more than `charactersMax` together: a longer line is a
 * group of its own.
 */
export async function* jsonGroups(
  lines: AsyncIterable<string>,
  { linesMax, charactersMax }: { linesMax: number; charactersMax: number },
): AsyncGenerator<string[]> {
  let group: string[] = [];
  let characters = 0;
  for await (const line of lines) {
    if (group.length > 0 && (group.length === linesMax || characters + line.length > charactersMax)) {
      yield group;
      group = [];
      characters = 0;
    }
    group.push(line);
    characters += line.length;
  }
  if (group.length > 0) yield group;
}
