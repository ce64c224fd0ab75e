/** Tags as screens show them: `#holiday #summer-26`. */
export function taggedText(tags: readonly string[]): string {
  return tags.map((tag) => `#${tag}`).join(' ');
}
