/** The words for a number of entries, such as `1 entry` or `1,204 entries`. */
export function countWords(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;
}
