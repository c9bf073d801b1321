import type {
  ChipIncident,
  GivenUpWork,
  QueuedBankAccount,
  QueuedDeposit,
  QueuedSettlement,
} from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { noRows, pagesQuery } from '../../api/lists.ts'

const limit = 50
const after = (cursor: string | undefined) => ({ limit, ...(cursor !== undefined && { cursor }) })

export const bankAccountCases = (status: QueuedBankAccount['status']) =>
  pagesQuery(['queues', 'bank-accounts', status], (cursor, signal) =>
    answer(
      api.GET('/pos/settlements/ops/bank-accounts', {
        params: { query: { status, ...after(cursor) } },
        signal,
      }),
    ),
  )

/** Narrows a queue of money to a merchant, or to the transfer with a tracking key. */
export interface Narrowing {
  merchantId?: string
  claveRastreo?: string
}

/**
 * A transfer is searched for in every status: who has its tracking key does not know what became of it. People copy keys with
 * spaces and hyphens. `null` for what is no tracking key: no transfer has it.
 */
function narrowed<S>(status: S, narrowing: Narrowing) {
  if (narrowing.claveRastreo === undefined) return { status, ...narrowing }
  const claveRastreo = narrowing.claveRastreo.replaceAll(/[\s-]/g, '')
  return /^[A-Za-z0-9]{1,30}$/.test(claveRastreo) ? { ...narrowing, claveRastreo } : null
}

export function depositCases(status: QueuedDeposit['status'], narrowing: Narrowing = {}) {
  const filter = narrowed(status, narrowing)
  return pagesQuery(['queues', 'deposits', filter], async (cursor, signal) =>
    filter === null
      ? noRows
      : answer(api.GET('/pos/deposits/ops', { params: { query: { ...filter, ...after(cursor) } }, signal })),
  )
}

export function settlementCases(status: QueuedSettlement['status'], narrowing: Narrowing = {}) {
  const filter = narrowed(status, narrowing)
  return pagesQuery(['queues', 'settlements', filter], async (cursor, signal) =>
    filter === null
      ? noRows
      : answer(
          api.GET('/pos/settlements/ops/requests', {
            params: { query: { ...filter, ...after(cursor) } },
            signal,
          }),
        ),
  )
}

/** What staff did with a payout, newest first. */
export const payoutTrail = (settlementId: string) =>
  queryOptions({
    queryKey: ['queues', 'settlements', 'trail', settlementId],
    queryFn: async ({ signal }) => {
      const query = { entity: 'settlement', entityId: settlementId, limit: 200 }
      return (await answer(api.GET('/platform/audit', { params: { query }, signal }))).items
    },
    staleTime: 0,
  })

export const reviewCases = pagesQuery(['queues', 'reviews'], (cursor, signal) =>
  answer(api.GET('/vas/ops/reviews', { params: { query: after(cursor) }, signal })),
)

export const chipIncidents = (status: ChipIncident['status']) =>
  pagesQuery(['queues', 'chip-incidents', status], (cursor, signal) =>
    answer(api.GET('/platform/chip-incidents', { params: { query: { status, ...after(cursor) } }, signal })),
  )

/** Workflows that are stuck; polled every minute. */
export const stalledWork = () =>
  queryOptions({
    queryKey: ['queues', 'workflows', 'stalled'],
    queryFn: async ({ signal }) => (await answer(api.GET('/platform/workflows/stalled', { signal }))).items,
    refetchInterval: 60_000,
  })

export const givenUpWork = (status: GivenUpWork['status']) =>
  pagesQuery(['queues', 'workflows', status], (cursor, signal) =>
    answer(api.GET('/platform/workflows', { params: { query: { status, ...after(cursor) } }, signal })),
  )
