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

function decomposed(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
}
