import { BlockList, isIP, isIPv4 } from 'node:net'

/** IPv4 ranges that are not public (IANA's special-purpose registry), or private. */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, prefix, 'ipv4')

/** For IPv6 only the public range is allowed, minus parts that map to IPv4 or to nowhere. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
const tunnels = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  tunnels.addSubnet(network, prefix, 'ipv6')

/** Whether a literal address is a public internet address; false for anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  // An IPv4 address written as IPv6 is seen as IPv4; it is refused as well.
  const isMapped = /^::(ffff:)?(\d|[0-9a-f]+:)/i.test(address)
  return !isMapped && global.check(address, 'ipv6') && !tunnels.check(address, 'ipv6')
}
