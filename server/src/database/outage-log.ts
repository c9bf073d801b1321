import type { Outage } from './errors.ts'

/** Kept for this long: then a request is let through again to find out whether the fault persists. */
const outageForMs = 15_000

export type OutageLog = ReturnType<typeof outageLog>

/** Faults that a probe cannot see, such as a full disk: the outcome of real transactions. */
export function outageLog() {
  let last: { readonly outage: Outage; readonly at: number } | undefined
  return {
    failed(outage: Outage) {
      // Busy is not unfit: another request gets the next connection.
      if (outage !== 'busy') last = { outage, at: performance.now() }
    },
    /** A successful read says nothing about writes. */
    succeeded(provesWriting: boolean) {
      if (provesWriting || last?.outage === 'gone') last = undefined
    },
    latest(): Outage | undefined {
      return last !== undefined && performance.now() - last.at < outageForMs ? last.outage : undefined
    },
  }
}
