import { isIPv6 } from 'node:net';

/**
 * Takes an IP address and gives the key under which limits count it: an IPv6 address by its /64, since one household or
 * one machine has all of those, an IPv4-mapped one as the IPv4 address it stands for, anything else as it is.
 */
export function addressKey(ip: string): string {
  const [address = ''] = ip.split('%'); // The zone of a link-local address.
  if (!isIPv6(address)) return ip;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::');
  const first = numbersOf(before);
  if (after === undefined) return first;
  const last = numbersOf(after);
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function numbersOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
