/** The number of characters of a rule's query that stand for it. */
const QUERY_SHOWN = 28;

/** The words for a rule that set or proposed a value, by its query. */
export function byRule(when: string): string {
  return `by the rule “${when.length > QUERY_SHOWN ? `${when.slice(0, QUERY_SHOWN - 1)}…` : when}”`;
}
