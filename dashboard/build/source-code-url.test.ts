import { expect, test } from 'vitest';
import { repositoryUrl } from './source-code-url.ts';

test('reads the URL from a string and from an object', () => {
  expect(repositoryUrl({ repository: 'https://example.com/daybook' })).toBe('https://example.com/daybook');
  expect(repositoryUrl({ repository: { url: 'git+https://example.com/daybook.git' } })).toBe(
    'https://example.com/daybook',
  );
});

test.each([undefined, '', 'somebody/daybook', 'git@example.com:daybook.git', { url: 'javascript:alert(1)' }])(
  'refuses %j, which a browser can not open',
  (repository) => {
    expect(() => repositoryUrl({ ...(repository !== undefined && { repository }) })).toThrow('repository');
  },
);
