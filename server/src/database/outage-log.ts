import type { Outage } from './errors.ts'

/** Kept for this long: then a request is let through again to find out whether the fault persists. */
const outageForMs = 15_000

/** Whose connections: those of requests, or those of the worker and of its engine of durable work. */
export type Login = 'api' | 'worker'

export type OutageLog = ReturnType<typeof outageLog>
/** What is noted of one login. */
export type LoginLog = ReturnType<OutageLog['of']>

/** Faults that a probe cannot see, such as a full disk: the outcome of real transactions. */
export function outageLog() {
  const met = new Map<Login, { readonly outage: Outage; readonly at: number }>()

  const latestOf = (login: Login): Outage | undefined => {
    const last = met.get(login)
    return last !== undefined && performance.now() - last.at < outageForMs ? last.outage : undefined
  }

  const of = (login: Login) => ({
    failed(outage: Outage) {
      // Busy is not unfit: another request gets the next connection.
      if (outage !== 'busy') met.set(login, { outage, at: performance.now() })
    },
    /** A successful read says nothing about writes, and one login nothing about whether another one is let in. */
    succeeded(provesWriting: boolean) {
      for (const [each, { outage }] of met)
        if (outage === 'gone' ? each === login : provesWriting) met.delete(each)
    },
    latest: () => latestOf(login),
  })

  /** Of the database. That it is gone for the worker's login alone is not: goods are sold without a worker. */
  const latest = (): Outage | undefined => {
    const ofWorker = latestOf('worker')
    return latestOf('api') ?? (ofWorker === 'gone' ? undefined : ofWorker)
  }

  return { of, latest }
}
