import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SourceCodeLink } from './source-code-link.tsx';

/** The link as HTML, without its icon and its classes. */
const linkOf = (url: string | null) =>
  renderToStaticMarkup(createElement(SourceCodeLink, { className: 'link', url })).replace(
    / ?<svg.*<\/svg>| class="[^"]*"/g,
    '',
  );

test('the link leads to the repository, in a new tab', () => {
  expect(linkOf('https://git.example.com/daybook')).toBe(
    '<a href="https://git.example.com/daybook" target="_blank" rel="noopener">Source code' +
      '<span> (opens in a new tab)</span></a>',
  );
});

test('without a repository it downloads the archive of the server', () => {
  expect(linkOf(null)).toBe(
    '<a href="/source-code.tgz" download="">Source code<span> (downloads an archive)</span></a>',
  );
});
