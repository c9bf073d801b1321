import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { pagesQuery } from '../../api/lists.ts'
import type { Count } from '../../ui/parts/counted.tsx'
import {
  bankAccountCases,
  chipIncidents,
  depositCases,
  givenUpWork,
  reviewCases,
  settlementCases,
  stalledWork,
} from './queue-queries.ts'
import type { tabs } from './search.ts'

interface Waiting extends Count {
  /** Whether the queue has answered, or failed to. */
  isKnown: boolean
}

/** How many cases a list has, on the pages that are loaded. */
export function useCases<T>(list: ReturnType<typeof pagesQuery<T>>): Waiting {
  const { data, hasNextPage, isPending } = useInfiniteQuery(list)
  return { count: data?.length ?? 0, isMore: hasNextPage, isKnown: !isPending }
}

const sum = (parts: readonly Waiting[]): Waiting => ({
  count: parts.reduce((total, { count }) => total + count, 0),
  isMore: parts.some(({ isMore }) => isMore),
  isKnown: parts.every(({ isKnown }) => isKnown),
})

/** What waits for the platform in each queue. */
export function useWaiting(): Record<(typeof tabs)[number], Waiting> {
  const stalled = useQuery(stalledWork())
  return {
    cuentas: useCases(bankAccountCases('PENDING')),
    depositos: useCases(depositCases('REPORTED')),
    liquidaciones: sum([
      useCases(settlementCases('REQUESTED')),
      useCases(settlementCases('APPROVED')),
      useCases(settlementCases('PROCESSING')),
    ]),
    revision: useCases(reviewCases),
    chips: useCases(chipIncidents('OPEN')),
    procesos: sum([
      useCases(givenUpWork('OPEN')),
      { count: stalled.data?.length ?? 0, isMore: false, isKnown: !stalled.isPending },
    ]),
  }
}
