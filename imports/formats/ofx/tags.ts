import { withoutEntities } from '../../bank-fields.ts';

/** A tag, its name in capitals without a prefix, and the text behind it up to the next tag; '' for a closing one. */
type Tag = { name: string; isClosing: boolean; value: string };

const TAG = /<(?:(\/?)([A-Za-z][\w.:-]{0,99})(?:\s[^<>]{0,9999})?\/?>|!\[CDATA\[|!--)/g;

/**
 * Takes markup, SGML or XML, whole or broken, and gives its tags in order. What begins like no tag, such as a `<` in a
 * name, is text; comments are left out. It never goes back, so it takes as long as the text is.
 */
export function* ofxTags(text: string): Generator<Tag> {
  let tag: Tag | null = null;
  let position = 0;
  for (;;) {
    TAG.lastIndex = position;
    const match = TAG.exec(text);
    const end = match?.index ?? text.length;
    if (tag !== null && !tag.isClosing) tag.value += withoutEntities(text.slice(position, end));
    if (match === null) break;
    const start = end + match[0].length;
    const name = match[2];
    if (name === undefined) {
      const isText = match[0].endsWith('[');
      const close = text.indexOf(isText ? ']]>' : '-->', start);
      const rest = close < 0 ? text.length : close;
      if (isText && tag !== null) tag.value += text.slice(start, rest);
      position = close < 0 ? text.length : close + 3;
      continue;
    }
    if (tag !== null) yield trimmed(tag);
    tag = { name: name.slice(name.lastIndexOf(':') + 1).toUpperCase(), isClosing: match[1] === '/', value: '' };
    position = start;
  }
  if (tag !== null) yield trimmed(tag);
}

function trimmed(tag: Tag): Tag {
  return { ...tag, value: tag.value.trim() };
}
