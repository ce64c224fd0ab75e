/**
 * A text as tags and names are compared: NFKD without marks, lower case, ß as ss, each run of white space as one space,
 * trimmed (product 2.5).
 */
export function comparableText(text: string): string {
  // Of plain ASCII nothing is decomposed. Most texts are, and there are many of them.
  const plain = ASCII.test(text) ? text.toLowerCase() : decomposed(text);
  return plain.replace(/\s+/g, ' ').trim();
}

const ASCII = /^[\x20-\x7e]*$/;

/** Texts that are longer are no names, of which the same ones come again and again. */
const NAME_MAX = 60;
/** Names that are remembered, the last ones. They take some 2 MB at most. */
const REMEMBERED_MAX = 2_000;
const remembered = new Map<string, string>();

function decomposed(text: string): string {
  if (text.length > NAME_MAX) return decompose(text);
  const known = remembered.get(text) ?? decompose(text);
  remembered.delete(text);
  remembered.set(text, known);
  if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string);
  return known;
}

function decompose(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
}
