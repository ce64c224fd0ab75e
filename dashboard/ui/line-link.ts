/** Classes of a link in a line of links: the link to the present screen is underlined. */
export const LINE_LINK = [
  'inline-flex min-h-9 max-w-48 items-center border-b-2',
  'border-transparent text-ink-muted transition-[color] hover:text-ink',
  'aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink touch:min-h-11',
].join(' ');
