import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { webhookMessages } from '#contract/webhook-messages.ts';
import { ProblemError } from '../http/problem-error.ts';

/** Networks that get no webhooks: unspecified, loopback, link-local, private, shared, documentation, multicast. */
const REFUSED_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
/** Also IPv4 inside IPv6, which leads to an address of the other list: mapped, translated, 6to4 and Teredo. */
const REFUSED_IPV6 = [
  ...['::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32'],
  ...['2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

/** A list of each family: a list of both takes each IPv4 address for one inside IPv6. */
const REFUSED = { ipv4: blockListOf(REFUSED_IPV4, 'ipv4'), ipv6: blockListOf(REFUSED_IPV6, 'ipv6') };

function blockListOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an IP address is of a public network. */
export function isPublic(address: string): boolean {
  const version = isIP(address);
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return version !== 0 && !REFUSED[family].check(address, family);
}

/** The host of an address without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/**
 * The address of a webhook as it is stored. Throws the problem invalid for one that is no `https:` address, that has a
 * name or a password, or whose host is written out as an address of this machine or of a private network. Where
 * `isPrivateAllowed`, private hosts are allowed, and `http:`.
 */
export function webhookAddress(text: string, isPrivateAllowed: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOfScheme = url?.protocol === 'https:' || (isPrivateAllowed && url?.protocol === 'http:');
  if (!url || !isOfScheme || url.username !== '' || url.password !== '')
    throw new ProblemError('invalid', { url: webhookMessages.urlWrong });
  const host = hostOf(url);
  const isLocal = /(^|\.)localhost\.?$/i.test(host) || (isIP(host) !== 0 && !isPublic(host));
  if (isLocal && !isPrivateAllowed) throw new ProblemError('invalid', { url: webhookMessages.urlPrivate });
  return url.href;
}

/** Whether an address may be connected to without asking for the host's: its host is a name, or a public address. */
export function mayConnect(url: URL, isPrivateAllowed: boolean): boolean {
  const host = hostOf(url);
  return isPrivateAllowed || isIP(host) === 0 || isPublic(host);
}

/**
 * Resolves a host once, for the connection that follows: it is made to the very address that was looked at. Fails where
 * any address of the host is not public.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const wrong = addresses.find(({ address }) => !isPublic(address));
    if (wrong) return callback(new Error(`${hostname} leads to ${wrong.address}, which is not public`), '');
    const [first] = addresses;
    if (options.all) return callback(null, addresses);
    callback(null, first?.address ?? '', first?.family);
  });
};
