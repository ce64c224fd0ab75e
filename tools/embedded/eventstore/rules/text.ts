/**
 * Characters that EventStoreDB's comparison ignores: control characters except white space, soft hyphens, joiners and
 * the like.
 */
const IGNORED = /(?![\t-\r\x85])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;
const BEGINS_WITH_MARK = /^\p{M}/u;

const isOrdinary = (code: number): boolean => code >= 0x20 && code < 0x7f;

/**
 * Whether a text starts with a prefix by EventStoreDB's comparison, which is of text and not of bytes: invisible
 * characters are ignored, composed and decomposed accents are equal, and a letter doesn't match without its accent.
 */
export function beginsWith(text: string, prefix: string): boolean {
  const common = Math.min(text.length, prefix.length);
  for (let index = 0; index < common; index++) {
    const [code, prefixCode] = [text.charCodeAt(index), prefix.charCodeAt(index)];
    if (!isOrdinary(code) || !isOrdinary(prefixCode)) return beginsWithNormalized(text, prefix);
    if (code !== prefixCode) return false;
  }
  const next = text.length > common ? text.charCodeAt(common) : prefix.charCodeAt(common);
  if (text.length !== prefix.length && !isOrdinary(next)) return beginsWithNormalized(text, prefix);
  return text.length >= prefix.length;
}

function beginsWithNormalized(text: string, prefix: string): boolean {
  const [whole, begin] = [text, prefix].map((part) => part.normalize('NFD').replace(IGNORED, '')) as [string, string];
  return begin === '' || (whole.startsWith(begin) && !BEGINS_WITH_MARK.test(whole.slice(begin.length)));
}
