import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

/** Twice, the second time for longer: altogether less than a connection may take to be made. */
const patience = { timeout: 1_000, tries: 2 }
/** The name has no address of this family, or does not exist. */
const absent: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * Resolves names by asking the name servers over sockets of its own. The system's resolver would hold one of the few threads
 * of the process until they have answered, long after the request is given up: names whose servers are silent, which any
 * member can enter, would keep the process from resolving all others, such as the aggregator's. Names that only this machine
 * knows (`/etc/hosts`) are not found. Always gives all addresses, of both families.
 *
 * @param servers the system's name servers, unless a test provides others
 */
export function internetLookup(servers?: readonly string[]): LookupFunction {
  return (hostname, _options, callback) => {
    // A new one for each name: it reads the system's name servers once, and they may change.
    const resolver = new Resolver(patience)
    if (servers !== undefined) resolver.setServers(servers)
    const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)]
    void Promise.allSettled(families).then(([four, six]) => {
      const addresses = [
        ...addressesOf(four).map((address) => ({ address, family: 4 })),
        ...addressesOf(six).map((address) => ({ address, family: 6 })),
      ]
      callback(addresses.length === 0 ? faultOf(hostname, [four, six]) : null, addresses)
    })
  }
}

type Found = PromiseSettledResult<string[]> | undefined

const addressesOf = (found: Found): readonly string[] => (found?.status === 'fulfilled' ? found.value : [])

/** As the system's resolver says it: a name without addresses is not found. */
function faultOf(hostname: string, found: readonly Found[]): NodeJS.ErrnoException {
  const faults = found.flatMap((each) =>
    each?.status === 'rejected' ? [each.reason as NodeJS.ErrnoException] : [],
  )
  return (
    faults.find(({ code }) => !absent.has(code)) ??
    Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
  )
}
