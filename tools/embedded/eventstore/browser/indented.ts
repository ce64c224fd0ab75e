/** Deeper levels are not indented further: a few brackets would make a page of any size. */
const INDENTED_LEVELS_MAX = 24;

/** A text, and whether it was cut off. */
export type Cut = { readonly text: string; readonly isCut: boolean };

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gy;

/**
 * Indents valid JSON, up to about `limit` characters. Only white space changes: numbers of any size, duplicate keys and
 * the order of keys stay as they were written.
 */
export function indented(json: string, limit: number): Cut {
  let text = '';
  let depth = 0;
  let before = '';
  const newLine = () => `\n${'  '.repeat(Math.min(depth, INDENTED_LEVELS_MAX))}`;
  for (const [token] of tokensOf(json)) {
    if (text.length > limit) return { text, isCut: true };
    const closes = token === '}' || token === ']';
    if (closes) depth--;
    const isEmpty = closes && (before === '{' || before === '[');
    const startsLine = before === '{' || before === '[' || before === ',' || closes;
    if (startsLine && !isEmpty) text += newLine();
    text += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth++;
    before = token;
  }
  return text.length > limit ? { text: text.slice(0, limit), isCut: true } : { text, isCut: false };
}

function* tokensOf(json: string): Generator<[string]> {
  const space = /\s*/y;
  for (let position = 0; ; ) {
    space.lastIndex = position;
    position += space.exec(json)?.[0].length ?? 0;
    TOKEN.lastIndex = position;
    const token = TOKEN.exec(json)?.[0];
    if (token === undefined) return;
    position += token.length;
    yield [token];
  }
}
