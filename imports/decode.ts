import { isUtf8 } from 'node:buffer';
import { detect } from 'chardet';
import iconv from 'iconv-lite';
import { fittingPages, type PageFit } from './code-pages.ts';
import { wideEncodingOf } from './wide-encodings.ts';

/**
 * A file as text, without a byte order mark and NULs, and the encoding that it was in. `likely` are the likeliest
 * encodings, with a word of the file as it reads in each, where the bytes don't tell which it is; else none.
 */
export type Decoded = { text: string; encoding: string; likely: readonly PageFit[] };

/** The bytes at the beginning of a file by which an encoding is detected. */
const DETECTED_BYTES = 64 * 1024;
/** From this fit on, most letters of a text are frequent letters of one language. */
const SURE_FIT = 0.75;
const LIKELY_MAX = 3;
/** An encoding that fits less than this part of the best is not likely. */
const LIKELY_SHARE = 0.5;
/** The encodings of most programs; others are likely only where they fit best. */
const USUAL = /^windows-/;

/** Decodes a file by an encoding that was given for it, any name of it, or null if there is no such encoding. */
export function decodeAs(bytes: Uint8Array, encoding: string): Decoded | null {
  if (!iconv.encodingExists(encoding)) return null;
  const text = iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
  return { text: text.replaceAll('\0', ''), encoding: encoding.toLowerCase(), likely: [] };
}

/**
 * Decodes a file: by its byte order mark, else by the encoding that it declares (`declared`, any name of it), else as
 * UTF-8 where it is valid, else by detection. NULs are left out, since some banks pad with them.
 */
export function decodeText(bytes: Uint8Array, declared: string | null = null, chosen: string | null = null): Decoded {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const told =
    markedEncoding(buffer) ?? unmarkedUtf16(buffer) ?? declaredEncoding(buffer, declared) ?? encodingByColumns(buffer);
  const likely = told !== null || isUtf8(buffer) ? [] : likelyPages(buffer);
  const encoding = told ?? likely.find((page) => page.encoding === chosen)?.encoding ?? likely[0]?.encoding ?? 'utf-8';
  const text = iconv.decode(buffer, encoding);
  return { text: text.includes('\0') ? text.replaceAll('\0', '') : text, encoding, likely };
}

function markedEncoding(bytes: Buffer): string | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8';
  if (bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return 'utf-16le';
  return bytes.subarray(0, 2).equals(Buffer.from([0xfe, 0xff])) ? 'utf-16be' : null;
}

/** UTF-16 without a mark: of the first characters, most of which are ASCII, each second byte is NUL. */
function unmarkedUtf16(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 200);
  const nuls = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) nuls[index % 2] = (nuls[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  const threshold = head.length / 2.5;
  if (odd > threshold && even === 0) return 'utf-16le';
  return even > threshold && odd === 0 ? 'utf-16be' : null;
}

/** An encoding that is declared is believed, unless it is UTF-8 and the bytes are none. */
function declaredEncoding(bytes: Buffer, declared: string | null): string | null {
  if (declared === null || !iconv.encodingExists(declared)) return null;
  const isUnicode = /^utf-?8$|^us-?ascii$/i.test(declared);
  return isUnicode && !isUtf8(bytes) ? null : declared.toLowerCase();
}

/** Words of columns in languages whose encodings have several bytes for a letter. */
const COLUMN_WORDS: readonly (readonly [encoding: string, words: readonly string[]])[] = [
  ['shift_jis', ['日付', '金額', '残高', '摘要', '取引', '入金', '出金', '内容']],
  ['euc-jp', ['日付', '金額', '残高', '摘要', '取引', '入金', '出金', '内容']],
  ['euc-kr', ['날짜', '일자', '거래', '금액', '잔액', '입금', '출금', '적요']],
  ['gb18030', ['日期', '金额', '余额', '摘要', '交易', '收入', '支出']],
  ['big5', ['日期', '金額', '餘額', '摘要', '交易', '收入', '支出']],
];
/** The bytes in which the words of columns stand. */
const HEADER_BYTES = 4 * 1024;
const COLUMN_WORDS_MIN = 2;

/** The encoding in which the beginning of a file has words of columns, or null if it is UTF-8 or has none. */
function encodingByColumns(bytes: Buffer): string | null {
  if (isUtf8(bytes)) return null;
  const head = bytes.subarray(0, HEADER_BYTES);
  const found = COLUMN_WORDS.find(([encoding, words]) => {
    const text = iconv.decode(head, encoding);
    return words.filter((word) => text.includes(word)).length >= COLUMN_WORDS_MIN;
  });
  return found?.[0] ?? null;
}

/** Encodings with several bytes for a letter, which the detector tells by their order. */
const SEVERAL_BYTES = /^(shift_jis|euc-jp|euc-kr|gb18030|big5|iso-2022-)/;

/** The likeliest encodings of bytes that are no UTF-8, the best first; each gives another text. */
function likelyPages(bytes: Buffer): PageFit[] {
  const detected = detect(bytes.subarray(0, DETECTED_BYTES))?.toLowerCase() ?? '';
  const pages = fittingPages(bytes);
  const [{ fit: bestFit } = { fit: 0 }] = pages;
  const likely = pages.filter(
    ({ encoding, fit }, place) => fit > 0 && fit >= bestFit * LIKELY_SHARE && (place === 0 || USUAL.test(encoding)),
  );
  const best = likely[0] ?? { encoding: 'windows-1252', fit: 0, example: '' };
  const isSeveral = SEVERAL_BYTES.test(detected) && iconv.encodingExists(detected) && best.fit < SURE_FIT;
  const wide = best.fit < SURE_FIT || isSeveral ? wideEncodingOf(bytes) : null;
  const several = wide ?? (isSeveral ? detected : null);
  const first = several === null ? [] : [{ encoding: several, fit: 1, example: '' }];
  const all = [...first, ...(likely.length > 0 ? likely : [best])];
  const known = new Set<string>();
  return all
    .filter(({ example }) => example === '' || (!known.has(example) && known.add(example)))
    .slice(0, LIKELY_MAX);
}
