import { expect, test } from 'vitest';
import { addressIn } from './source-code.ts';

test('reads the address in either of its forms', () => {
  expect(addressIn({ repository: 'https://example.com/daybook' })).toBe('https://example.com/daybook');
  expect(addressIn({ repository: { url: 'git+https://example.com/daybook.git' } })).toBe('https://example.com/daybook');
});

test.each([undefined, '', 'somebody/daybook', 'git@example.com:daybook.git', { url: 'javascript:alert(1)' }])(
  'refuses %j, which no link could lead to',
  (repository) => {
    expect(() => addressIn({ ...(repository !== undefined && { repository }) })).toThrow('repository');
  },
);
