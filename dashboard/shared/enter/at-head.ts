/** Marks the field of the line to enter at the head of a screen, which `n` focuses. */
export const AT_HEAD = 'data-line-at-head';
