import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal } from '../authorization/principal.ts'
import { Problem } from '../problem/problem.ts'

/**
 * Requests per minute, counted by each process for itself; 0 is no limit. They keep one caller from taking the
 * place of all others, and outlast a shop: a till asks every two seconds at most, and fifty may share an address.
 */
export const usualLimits = {
  /** Of one address, whatever it asks for. */
  address: 6_000,
  /** Of one address, without a session. */
  public: 600,
  /** Of one address, for a session: beside the pauses that failures earn. */
  signIn: 60,
  /** Of one address: a provider calls back once for each sale, and a callback only wakes us up. */
  callback: 3_000,
  /** Of one address, whether we are alive and ready. */
  probe: 1_200,
  /** Of one account, in all of its sessions. */
  account: 1_200,
  /** Of one API key. */
  apiKey: 600,
  /** Of one account, where each one asks somebody outside. */
  lookup: 30,
  /** Of one account: a file is held in memory. */
  upload: 30,
  /** Of one account: a file of many rows, made in memory. */
  export: 30,
  /** Of one account: codes of PINs that are shown again, and whole CLABEs. */
  reprint: 20,
} as const

export type LimitName = keyof typeof usualLimits
export type Limits = Readonly<Record<LimitName, number>>

/** What of a route decides how it is counted. */
interface Counted {
  readonly access: string
  readonly limit?: LimitName
  readonly upload?: unknown
}

/** Who asks, as far as it is counted: an API key is an account of its own. */
type Caller = Pick<Principal, 'accountId' | 'keyScopes'>

export interface Limiter {
  /** Before anything is read or looked up. @throws Problem `too_many_requests` */
  atDoor(route: Counted, request: FastifyRequest): Promise<void>
  /** Once it is known who asks. @throws Problem `too_many_requests` */
  ofAccount(route: Counted, request: FastifyRequest, who: Caller): Promise<void>
}

/** Callers remembered for each limit; when there are more, the one not seen for longest starts anew. */
const mostCallers = 20_000

export async function createLimiter(server: FastifyInstance, limits: Limits): Promise<Limiter> {
  await server.register(rateLimit, { global: false, cache: mostCallers, timeWindow: 60_000 })
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
      detail: `At most ${limits[name]} of these requests a minute are answered.`,
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

/**
 * The limits of a setting such as `account=600,signIn=20`: what it does not name is as usual; `off` is none at all.
 */
export function limitsOf(setting: string): Limits {
  if (setting === '') return usualLimits
  if (setting === 'off')
    return Object.fromEntries(Object.keys(usualLimits).map((name) => [name, 0])) as Record<LimitName, number>
  const named = setting.split(',').map((part) => part.split('='))
  return { ...usualLimits, ...Object.fromEntries(named.map(([name, count]) => [name, Number(count)])) }
}
