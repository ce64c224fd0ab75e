/** An encoding with two bytes for most letters, and whether two bytes are a letter that texts of every day have. */
type WideEncoding = { encoding: string; isLead: (byte: number) => boolean; isUsual: (pair: number) => boolean };

const within = (from: number, to: number) => (value: number) => value >= from && value <= to;
const isHighByte = within(0xa1, 0xfe);
const isHangul = within(0xb0a1, 0xc8fe);
const isKanaInEuc = within(0xa4a1, 0xa5f6);
const isFirstKanjiInEuc = within(0xb0a1, 0xcfd3);
const isFirstHanzi = within(0xb0a1, 0xd7f9);
const isFirstHanziInBig5 = within(0xa440, 0xc67e);
const isKanaInShiftJis = within(0x829f, 0x8396);
const isFirstKanjiInShiftJis = within(0x889f, 0x9872);

/**
 * The national standards number their frequent letters first, apart from the rare ones. Of equal fits the first wins:
 * the bytes of Korean syllables are Chinese letters, too.
 */
const WIDE: readonly WideEncoding[] = [
  { encoding: 'euc-kr', isLead: isHighByte, isUsual: isHangul },
  { encoding: 'gb18030', isLead: within(0x81, 0xfe), isUsual: isFirstHanzi },
  { encoding: 'big5', isLead: isHighByte, isUsual: isFirstHanziInBig5 },
  { encoding: 'euc-jp', isLead: isHighByte, isUsual: (pair) => isKanaInEuc(pair) || isFirstKanjiInEuc(pair) },
  {
    encoding: 'shift_jis',
    isLead: (byte) => within(0x81, 0x9f)(byte) || within(0xe0, 0xfc)(byte),
    isUsual: (pair) => isKanaInShiftJis(pair) || isFirstKanjiInShiftJis(pair),
  },
];

/** The bytes that are looked at. */
const LOOKED_BYTES = 64 * 1024;
/** Fewer letters could be chance. */
const LETTERS_MIN = 4;
/** From this share of usual letters on, a text is in the encoding. */
const USUAL_SHARE_MIN = 0.97;

/** The encoding with two bytes for a letter in which nearly all letters of a text are usual ones, or null. */
export function wideEncodingOf(bytes: Uint8Array): string | null {
  let best: { encoding: string; share: number } | null = null;
  for (const wide of WIDE) {
    const share = usualShare(bytes.subarray(0, LOOKED_BYTES), wide);
    if (share >= USUAL_SHARE_MIN && share > (best?.share ?? 0)) best = { encoding: wide.encoding, share };
  }
  return best?.encoding ?? null;
}

/** The share of the letters beside ASCII that are usual in an encoding; 0 where they are few. */
function usualShare(bytes: Uint8Array, { isLead, isUsual }: WideEncoding): number {
  let [letters, usual] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    letters += 1;
    if (!isLead(byte) || at + 1 >= bytes.length) continue;
    at += 1;
    if (isUsual(byte * 0x100 + (bytes[at] ?? 0))) usual += 1;
  }
  return letters < LETTERS_MIN ? 0 : usual / letters;
}
