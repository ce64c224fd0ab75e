/**
 * The signs that may stand beside a whole word in a comparable text: white space, the tabs between the texts of a row,
 * and punctuation. They are named one by one, so that Postgres finds the same in every locale (product 5.15).
 */
const BESIDE_WORDS = '\t !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~¡«»¿‐‑‒–—‘’‚“”„•…‹›。、・「」';

/** The regular expression of Postgres for a whole word or phrase in comparable texts between tabs. */
export function wholeInSql(text: string): string {
  const beside = BESIDE_WORDS.replaceAll(/[\\\]^-]/g, '\\$&');
  return `(^|[${beside}])${text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')}($|[${beside}])`;
}

/** Whether a whole word or phrase stands in a comparable text. */
export function isWholeIn(own: string, text: string): boolean {
  for (let at = own.indexOf(text); at >= 0; at = own.indexOf(text, at + 1)) {
    if (isBeside(own[at - 1]) && isBeside(own[at + text.length])) return true;
  }
  return false;
}

const isBeside = (sign: string | undefined) => sign === undefined || BESIDE_WORDS.includes(sign);
