/** A field of a SWIFT message: its tag (`61`), its lines, and the number of the first of them, from 1. */
export type Mt940Field = { tag: string; lines: string[]; line: number };

const FIELD = /^\s*:\s?(\d{2}[A-Z]?|NS)\s?:(.*)$/s;
const END = /^-(?:\}.*|\s*)$/s;
/** A tag that a line break went through: `:` and `86:`. */
const HALF = /^\s*:\d{0,2}[A-Z]?$/;

/**
 * Takes the text of one or several messages, in SWIFT's blocks or without them, and gives their fields in order. What
 * stands before a message, between two and in the blocks of their headers is left out.
 */
export function mt940Fields(text: string): Mt940Field[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: some banks begin and end a message by them.
  const lines = text.replace(/[\u0001-\u0008\u000e-\u001f]/g, '').split(/\r\r\n|\r\n|\n|\r/);
  const fields: Mt940Field[] = [];
  let field: Mt940Field | null = null;
  for (let index = 0; index < lines.length; index += 1) {
    const number = index + 1;
    let line = withoutBlocks(lines[index] ?? '');
    const next = lines[index + 1] ?? '';
    if (HALF.test(line) && FIELD.test(line + next)) {
      line += next;
      index += 1;
    }
    const [, tag, rest = ''] = FIELD.exec(line) ?? [];
    if (tag !== undefined) {
      field = { tag, lines: [rest], line: number };
      fields.push(field);
    } else if (END.test(line)) field = null;
    else field?.lines.push(line);
  }
  return fields;
}

/** A line without the headers of SWIFT's blocks, so that it begins with a field or is empty. */
function withoutBlocks(line: string): string {
  if (!line.includes('{')) return line;
  const text = line.lastIndexOf('{4:');
  if (text >= 0) return line.slice(text + 3);
  return /^\s*\{[1-5]:/.test(line) ? '-' : line;
}
