import iconv from 'iconv-lite';

/** The letters beside A to Z that each language writes, the frequent ones first. */
const LETTERS: Readonly<Record<string, string>> = {
  de: 'üäöß',
  fr: 'éèàêçôùîûâëïœüÿæ',
  es: 'óíáéñúü',
  pt: 'ãçáéíóõêâúàô',
  it: 'àèùòéì',
  sv: 'åäö',
  da: 'åøæé',
  nl: 'éëïèöü',
  ca: 'àèòéíóúçüï',
  is: 'áíóéðúöýþæ',
  fi: 'äöå',
  et: 'äõüöšž',
  cs: 'áíéěýřčžšůúťóďň',
  sk: 'áéíčšžýúľťňôäďóĺŕ',
  pl: 'ąęłóśżćńź',
  hu: 'áéőöíóüűú',
  ro: 'ăîâșțşţ',
  hr: 'čšćžđ',
  sl: 'čšž',
  sq: 'ëç',
  tr: 'ıişğüöç',
  lv: 'āīēšņļžūčģķŗ',
  lt: 'ėšųįžąčęū',
  mt: 'ħġżċàè',
  vi: 'ăâđêôơưàáèéìíòóùúý',
  el: 'αοιετσνηυρπκμλωςςάέήίόύώγδβθχφξζψϊϋ',
  ru: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  uk: 'оаниіетврслкдпмуязьбгйчюхцжшєїфщґ',
  bg: 'аоиентрсвлпкдзмщъяубчгйжцхшюфь',
  sr: 'аоеинрсујткдвмплзбгшчцжхћњђљфџ',
  he: 'יוהלאמרשבתנםעדחקספטכצגןזךץף',
  ar: 'الينمورتبعدسفهقكةحجشصطخأضذزىثءغظإآئؤ',
  fa: 'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیآئ',
  th: 'านรอกเงมลยทสวคดตปบหขพะจชัผแ่้ไิีึื์ุู็โใำ',
};

/** The single-byte encodings of banks, and the languages that are written in each; of equal ones the first wins. */
const PAGES: readonly (readonly [encoding: string, languages: string])[] = [
  ['windows-1252', 'de fr es pt it sv da nl ca is fi et sq'],
  ['windows-1250', 'cs pl hu sk hr sl ro de sq'],
  ['windows-1251', 'ru uk bg sr'],
  ['windows-1254', 'tr de fr es'],
  ['windows-1257', 'lv lt et pl'],
  ['windows-1253', 'el'],
  ['windows-1255', 'he'],
  ['windows-1256', 'ar fa'],
  ['windows-1258', 'vi'],
  ['iso-8859-2', 'cs pl hu sk hr sl ro de'],
  ['iso-8859-5', 'ru uk bg sr'],
  ['koi8-r', 'ru bg'],
  ['koi8-u', 'uk'],
  ['iso-8859-7', 'el'],
  ['iso-8859-9', 'tr'],
  ['iso-8859-13', 'lv lt et pl'],
  ['iso-8859-15', 'de fr es pt it sv da nl ca is fi et'],
  ['iso-8859-16', 'ro hu pl hr sl'],
  ['windows-874', 'th'],
  ['macintosh', 'de fr es pt it sv da nl ca is fi'],
  ['maccenteuro', 'cs pl hu sk hr sl lv lt et'],
  ['maccyrillic', 'ru bg sr'],
  ['macukraine', 'uk'],
  ['cp866', 'ru bg'],
  ['cp850', 'de fr es pt it sv da nl ca fi'],
  ['cp852', 'cs pl hu sk hr sl ro'],
];

/** The number of bytes of words with letters of other alphabets that are looked at, from the whole file. */
const LOOKED_BYTES = 12_000;
/** The signs beside letters in texts of payments. */
const SIGNS = /[€£¥§°«»„“”‚‘’–—…·•©®™²³½¼¾ªº¿¡±×÷µ\u00a0\u00ad]/u;

/** An encoding, how well the text fits a language that is written in it, from 0 to 1, and a word that shows it. */
export type PageFit = { encoding: string; fit: number; example: string };

/**
 * The single-byte encodings by which a text makes words of a language, the best first. Decided over all letters beside
 * A to Z of the whole file, however few they are.
 */
export function fittingPages(bytes: Uint8Array): PageFit[] {
  const words = Buffer.from(wordsOf(bytes));
  const fits = PAGES.map(([encoding, languages], place) => {
    const text = iconv.decode(words, encoding);
    const signs = [...text];
    const fit = Math.max(...languages.split(' ').map((language) => fitOf(signs, language)));
    return { encoding, fit, example: exampleIn(text), place };
  });
  return fits
    .toSorted((a, b) => b.fit - a.fit || a.place - b.place)
    .map(({ encoding, fit, example }) => ({ encoding, fit, example }));
}

function isLetterByte(byte: number): boolean {
  return byte >= 0x80 || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}

/** The words of a text that have bytes above ASCII, with spaces between them. */
function wordsOf(bytes: Uint8Array): number[] {
  const words: number[] = [];
  for (let at = 0; at < bytes.length && words.length < LOOKED_BYTES; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    let [start, end] = [at, at + 1];
    while (start > 0 && at - start < 30 && isLetterByte(bytes[start - 1] ?? 0)) start -= 1;
    while (end < bytes.length && end - at < 30 && isLetterByte(bytes[end] ?? 0)) end += 1;
    const word = bytes.subarray(start, end);
    at = end;
    // A sign of a currency, or a space between thousands, is no word.
    if (word.length <= 2 && word.every((byte) => byte >= 0x80)) continue;
    for (const byte of word) words.push(byte);
    words.push(0x20);
  }
  return words;
}

function exampleIn(text: string): string {
  return text.split(' ').find((word) => [...word].length > 2 && !/[\p{C}\ufffd]/u.test(word)) ?? '';
}

const setsOf = new Map<string, ReadonlyMap<string, number>>();

/** The letters of a language in both cases, with how much each counts: rare ones less. */
function lettersOf(language: string): ReadonlyMap<string, number> {
  const stored = setsOf.get(language);
  if (stored) return stored;
  const letters = new Map<string, number>();
  const all = [...(LETTERS[language] ?? '')];
  for (const [place, letter] of all.entries()) {
    const weight = 1 - (0.3 * place) / all.length;
    for (const each of [letter, letter.toUpperCase(), letter.toLocaleUpperCase(language)])
      if ([...each].length === 1) letters.set(each, weight);
  }
  setsOf.set(language, letters);
  return letters;
}

/** The properties of a sign that tell whether a text is in a language. */
type Sign = { isLetter: boolean; isSmall: boolean; isCapital: boolean; isSign: boolean; isOtherAlphabet: boolean };

/** By the sign. All encodings together have a few thousand signs, and a text asks for each again and again. */
const known = new Map<string, Sign>();

function signOf(sign: string): Sign {
  const before = known.get(sign);
  if (before) return before;
  const isLetter = /\p{L}/u.test(sign);
  const properties = {
    isLetter,
    isSmall: /\p{Ll}/u.test(sign),
    isCapital: isLetter && sign !== sign.toLowerCase(),
    isSign: SIGNS.test(sign),
    // A letter of another alphabet than the Latin one.
    isOtherAlphabet: sign > '\u036f' && sign < '\u1e00',
  };
  known.set(sign, properties);
  return properties;
}

/** How well the letters beside A to Z fit a language, from below 0 to 1. Takes the signs of a text. */
function fitOf(signs: readonly string[], language: string): number {
  const letters = lettersOf(language);
  let points = 0;
  let count = 0;
  let before = ' ';
  let propertiesBefore = signOf(before);
  for (const sign of signs) {
    const properties = signOf(sign);
    if (sign > '\u007f') {
      const { isLetter, isSign, isCapital } = properties;
      // A sign within a word, as in `Po¹ta`, is no sign.
      const isWithin = propertiesBefore.isLetter;
      if (isLetter || !isSign || isWithin) count += 1;
      const weight = letters.get(sign);
      if (weight !== undefined) points += weight;
      else if (isSign && !isWithin) points += 0;
      else points -= isLetter ? 0.5 : 1;
      // A capital after a small letter of one word is another letter.
      if (isCapital && propertiesBefore.isSmall) points -= 0.5;
    }
    // Nobody writes words in two alphabets.
    if (sign !== ' ' && before !== ' ' && properties.isOtherAlphabet !== propertiesBefore.isOtherAlphabet) points -= 1;
    before = sign;
    propertiesBefore = properties;
  }
  return count === 0 ? 0 : points / count;
}
