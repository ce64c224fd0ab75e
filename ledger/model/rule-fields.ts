/** The fields that a rule can set, by their names in an entry. */
export const RULE_FIELDS = ['title', 'category', 'wallet', 'parts', 'note', 'tags'] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

/** These fields in groups that a rule sets together: a category and parts are one choice. */
export const SET_TOGETHER: readonly (readonly RuleField[])[] = [
  ['title'],
  ['category', 'parts'],
  ['wallet'],
  ['note'],
  ['tags'],
];

/** The fields that are set together with one, itself among them. */
export function setWith(field: RuleField): readonly RuleField[] {
  return SET_TOGETHER.find((group) => group.includes(field)) ?? [field];
}
