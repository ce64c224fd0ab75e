/**
 * A text as tags and names are compared: NFKD without marks, lower case, ß as ss, each run of white space as one space,
 * trimmed (product 2.5).
 */
export function comparableText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
