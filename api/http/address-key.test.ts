import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0000:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['[2001:db8:0:1::1]:443', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['', 'unknown'],
  ['unknown', 'unknown'],
  ['192.0.2.256', 'unknown'],
  ['192.0.2.7, 192.0.2.8', 'unknown'],
  ['1:2', 'unknown'],
  ['[192.0.2.7', 'unknown'],
  ['x'.repeat(5_000), 'unknown'],
])('%s counts as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test('any text from a proxy gives a short key', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.ipV4(), fc.ipV6(), fc.ipV4Extended());
  fc.assert(
    fc.property(text, (ip) => {
      expect(addressKey(ip)).toMatch(/^[\d.a-f:/]{1,43}$|^unknown$/);
    }),
  );
});

test('IPv6 addresses have the same key exactly when they share a /64 network', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
  const half = fc.array(group, { minLength: 4, maxLength: 4 }).map((groups) => groups.join(':'));
  fc.assert(
    fc.property(half, half, half, half, (network, otherNetwork, a, b) => {
      fc.pre(!/^(0:){3}0$/.test(network) && !/^(0:){3}0$/.test(otherNetwork));
      expect(addressKey(`${network}:${a}`)).toBe(addressKey(`${network}:${b}`));
      expect(addressKey(`${network}:${a}`) === addressKey(`${otherNetwork}:${a}`)).toBe(network === otherNetwork);
    }),
  );
});
