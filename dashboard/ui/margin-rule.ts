/** Classes of a box with the double margin rule over its full height, at `--edge` from the left. */
export const MARGIN_RULE = [
  'relative before:absolute before:inset-y-0 before:left-(--edge)',
  'before:w-[4px] before:border-x before:border-margin-rule',
].join(' ');
