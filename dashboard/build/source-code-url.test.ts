import { expect, test } from 'vitest';
import { repositoryUrl } from './source-code-url.ts';

test('reads the URL from a string and from an object', () => {
  expect(repositoryUrl({ repository: 'https://example.com/daybook' })).toBe('https://example.com/daybook');
  expect(repositoryUrl({ repository: { url: 'git+https://example.com/daybook.git' } })).toBe(
    'https://example.com/daybook',
  );
  expect(repositoryUrl({ repository: 'http://git.contest/daybook' })).toBe('http://git.contest/daybook');
});

test.each([undefined, '', {}, 'somebody/daybook', 'git@example.com:daybook.git', { url: 'javascript:alert(1)' }])(
  'gives null for %j, which a browser can not open',
  (repository) => {
    expect(repositoryUrl({ ...(repository !== undefined && { repository }) })).toBeNull();
  },
);

test.each(['source.daybook.example', 'example', 'a.invalid', 'git.test', 'localhost:3000', 'a.localhost', 'GIT.TEST.'])(
  'gives null for a repository at %s, a reserved host',
  (host) => {
    expect(repositoryUrl({ repository: `https://${host}/daybook` })).toBeNull();
  },
);
