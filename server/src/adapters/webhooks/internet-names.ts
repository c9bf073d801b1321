import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'

/** For each name server. With several silent ones, `wholeMs` ends the search first. */
const patience = { timeout: 1_000, tries: 2 }
/** For the whole search. Less than the connect timeout, which includes it. */
const wholeMs = 4_000
/** How long an address waits for those of the other family, whose query may never be answered. */
const otherFamilyMs = 300
/** The name has no address of this family, or does not exist. */
const absent: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND'])

/** No address was found. The codes of the cause look like those of a connection, but are about the name servers. */
export class NotResolved extends Error {
  override readonly name = 'NotResolved'
}

/**
 * Resolves names by asking the name servers over sockets of its own. The system's resolver would hold one of the few threads
 * of the process until they have answered, long after the request is given up: names whose servers are silent, which any
 * member can enter, would keep the process from resolving all others, such as the aggregator's. Names that only this machine
 * knows (`/etc/hosts`) are not found. Gives all addresses of the families that this machine can reach, IPv4 first; those of
 * another family only when there are no others.
 *
 * @param servers the system's name servers, unless a test provides others
 * @param reachable the families that this machine can reach, unless a test provides others
 */
export function internetLookup(
  servers?: readonly string[],
  reachable: () => ReadonlySet<number> = ownFamilies,
): LookupFunction {
  return (hostname, _options, callback) => {
    // A new one for each name: it reads the system's name servers once, and they may change.
    const resolver = new Resolver(patience)
    if (servers !== undefined) resolver.setServers(servers)
    const families = reachable()
    const found: LookupAddress[] = []
    const endAfter = (ms: number) => setTimeout(() => resolver.cancel(), ms)
    const timers = [endAfter(wholeMs)]
    const add = (family: number) => (addresses: readonly string[]) => {
      found.push(...addresses.map((address) => ({ address, family })))
      if (families.has(family)) timers.push(endAfter(otherFamilyMs))
    }
    const queries = [resolver.resolve4(hostname).then(add(4)), resolver.resolve6(hostname).then(add(6))]
    void Promise.allSettled(queries).then((ended) => {
      for (const timer of timers) clearTimeout(timer)
      if (found.length === 0) return callback(faultOf(hostname, ended), [])
      const near = found.filter(({ family }) => families.has(family))
      const best = near.length > 0 ? near : found
      callback(
        null,
        best.sort((one, other) => one.family - other.family),
      )
    })
  }
}

/**
 * The families of which this machine has an address that leads beyond its own network; both when it has none. A connection
 * to an address of another family would take the time of those that can be reached.
 */
function ownFamilies(): ReadonlySet<number> {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  // Every interface has a link-local address of IPv6, also where there is no other.
  const outward = own.filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address))
  return new Set(outward.length === 0 ? [4, 6] : outward.map(({ family }) => (family === 'IPv6' ? 6 : 4)))
}

function faultOf(hostname: string, ended: readonly PromiseSettledResult<void>[]): NotResolved {
  const faults = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const cause = faults.find(({ code }) => !absent.has(code)) ?? faults[0]
  return new NotResolved(`no address of ${hostname} was found`, { cause })
}
