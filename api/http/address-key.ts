import { isIPv4, isIPv6 } from 'node:net';

/** The shared key of all clients whose proxy sends no valid address. */
const UNKNOWN = 'unknown';

/**
 * Gives the rate limit key of an IP address: an IPv4 address unchanged, also when mapped into IPv6; of an IPv6 address
 * its network of 64 bits (`2001:db8:0:1::/64`), since one client usually has all of it. Drops a port that a proxy
 * added. Gives 'unknown' for an invalid address. At most 43 characters.
 */
export function addressKey(ip: string): string {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(ip) ?? [];
  const bare = bracketed ?? withPort ?? ip;
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return UNKNOWN;
  const groups = groupsOf(bare.replace(/%.*$/, ''));
  const [, , , , , , high = 0, low = 0] = groups;
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of an IPv6 address, each from 0 to 65,535. */
function groupsOf(ip: string): number[] {
  // The URL parser normalizes every notation to RFC 5952, with hexadecimal groups only.
  const [left = '', right] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const parsed = (text = '') => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [head, tail] = [parsed(left), parsed(right)];
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
