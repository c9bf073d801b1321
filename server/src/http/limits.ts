import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal } from '../authorization/principal.ts'
import { Problem } from '../problem/problem.ts'
import { MinuteCounts } from './minute-counts.ts'

/**
 * Requests per minute, counted per process; 0 is unlimited. They keep one caller from crowding out others,
 * and are generous for a shop: a till polls every two seconds at most, and fifty may share an address.
 */
export const usualLimits = {
  /** Per address, for any request. */
  address: 6_000,
  /** Per address, without a session. */
  public: 600,
  /** Per address, for signing in: in addition to the pauses after failures. */
  signIn: 60,
  /** Per address: a provider calls back once per sale, and a callback only triggers a check. */
  callback: 3_000,
  /** Per address, for health checks. */
  probe: 1_200,
  /** Per account, in all of its sessions. */
  account: 1_200,
  /** Per API key. */
  apiKey: 600,
  /** Per account, for requests that call an external party. */
  lookup: 30,
  /** Per account: a file is held in memory. */
  upload: 30,
  /** Per account: a file of many rows, built in memory. */
  export: 30,
  /** Per account: reprints of PINs, and full CLABEs. */
  reprint: 20,
} as const

export type LimitName = keyof typeof usualLimits
export type Limits = Readonly<Record<LimitName, number>>

/** The part of a route that decides how it is counted. */
interface Counted {
  readonly access: string
  readonly limit?: LimitName
  readonly upload?: unknown
}

/** The caller that a limit counts: an API key is an account of its own. */
type Caller = Pick<Principal, 'accountId' | 'keyScopes'>

export interface Limiter {
  /** Before anything is read or looked up. @throws Problem `too_many_requests` */
  atDoor(route: Counted, request: FastifyRequest): Promise<void>
  /** Once the caller is known. @throws Problem `too_many_requests` */
  ofAccount(route: Counted, request: FastifyRequest, who: Caller): Promise<void>
}

export async function createLimiter(server: FastifyInstance, limits: Limits): Promise<Limiter> {
  await server.register(rateLimit, { global: false, store: MinuteCounts, timeWindow: 60_000 })
  const accounts = new WeakMap<FastifyRequest, string>()
  const counters = new Map(
    (Object.keys(usualLimits) as LimitName[])
      .filter((name) => limits[name] > 0)
      .map((name) => {
        const isOfAccount = ofAccounts.has(name)
        const keyGenerator = (request: FastifyRequest) => accounts.get(request) ?? ''
        return [name, server.createRateLimit({ max: limits[name], ...(isOfAccount && { keyGenerator }) })]
      }),
  )
  const count = async (name: LimitName, request: FastifyRequest): Promise<void> => {
    const counted = await counters.get(name)?.(request)
    if (counted === undefined || counted.isAllowed || !counted.isExceeded) return
    throw new Problem('too_many_requests', {
      detail: `At most ${limits[name]} of these requests per minute are allowed.`,
      extras: { limit: name },
      retryAfterSeconds: Math.max(1, counted.ttlInSeconds),
    })
  }
  return {
    async atDoor(route, request) {
      await count('address', request)
      if (route.access === 'public') await count(route.limit ?? 'public', request)
    },
    async ofAccount(route, request, { accountId, keyScopes }) {
      accounts.set(request, accountId)
      await count(keyScopes === null ? 'account' : 'apiKey', request)
      if (route.upload !== undefined) await count('upload', request)
      if (route.limit !== undefined) await count(route.limit, request)
    },
  }
}

const ofAccounts: ReadonlySet<LimitName> = new Set([
  'account',
  'apiKey',
  'lookup',
  'upload',
  'export',
  'reprint',
])

/** Parses limits such as `account=600,signIn=20`: unnamed ones keep their default; `off` disables all. */
export function limitsOf(setting: string): Limits {
  if (setting === '') return usualLimits
  if (setting === 'off')
    return Object.fromEntries(Object.keys(usualLimits).map((name) => [name, 0])) as Record<LimitName, number>
  const named = setting.split(',').map((part) => part.split('='))
  return { ...usualLimits, ...Object.fromEntries(named.map(([name, count]) => [name, Number(count)])) }
}
