import { type CountLine, isProblem, NoAnswer, type StockCountLine, uuidV7 } from '@mostrador/client'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { countLinesQuery } from './counts-query.ts'

/** A counted quantity, and the one that was on the screen. */
export interface Found {
  readonly variantId: string
  /** `null` clears the count. */
  readonly counted: number | null
  readonly countedBefore: number | null
  /** It adds one, to whatever was counted meanwhile. */
  readonly isScan: boolean
}

/** Quantities that a person has counted, and that the server does not have. */
export class UnsavedCounts extends Error {
  readonly variantIds: readonly string[]
  constructor(variantIds: readonly string[]) {
    super('some counts were not saved')
    this.variantIds = variantIds
  }
}

/** How often a count is sent again, under the same key, when no answer comes. */
const repeats = 2

/** @returns the count with one more; quantities have three decimals */
export const oneMore = (counted: number | null) => Math.round(((counted ?? 0) + 1) * 1_000) / 1_000

/** Saves of one sheet run one after the other; so does its end. */
export const savesOf = (countId: string) => ({ id: `count-${countId}` })

const savesKey = (countId: string) => ['stock', 'count-saves', countId]

/** The saves that are queued or running. The running one is among them until its callbacks have returned. */
const pendingSaves = (queryClient: QueryClient, countId: string) =>
  queryClient.getMutationCache().findAll({ mutationKey: savesKey(countId), status: 'pending' })

/**
 * Saves counted quantities one after the other, in the order of the scans. The sheet shows a quantity at once; its
 * difference comes with the answer, because the server compares it with the stock of that moment.
 */
export function savesOfCount(queryClient: QueryClient, storeId: string, countId: string) {
  const { queryKey } = countLinesQuery(storeId, countId)
  const unsaved = new Set<string>()
  /** Goods in whose field something is left that is no quantity. */
  const invalid = new Set<string>()
  /** The screen may show what the server does not have. */
  let isStale = false

  const put = (variantId: string, changes: Partial<StockCountLine>) =>
    queryClient.setQueryData(queryKey, (lines) =>
      lines?.map((line) => (line.variantId === variantId ? { ...line, ...changes } : line)),
    )
  const waiting = () => pendingSaves(queryClient, countId)
  const isLastOf = (variantId: string) =>
    waiting().filter(({ state }) => (state.variables as Found).variantId === variantId).length === 1

  const options = {
    mutationKey: savesKey(countId),
    scope: savesOf(countId),
    mutationFn: (found: Found) => saved(countId, found),
    onMutate: async ({ variantId, counted }: Found) => {
      // The field shows this quantity now, whatever was in it.
      invalid.delete(variantId)
      if (queryClient.isFetching({ queryKey }) > 0) isStale = true
      await queryClient.cancelQueries({ queryKey })
      put(variantId, { counted, difference: null })
    },
    onSuccess: ({ variantId, counted, difference, countedAt }: CountLine) => {
      unsaved.delete(variantId)
      // A quantity that was counted after this one stays on the screen.
      if (isLastOf(variantId)) put(variantId, { counted, difference, countedAt })
    },
    onError: (_error: unknown, { variantId }: Found) => {
      unsaved.add(variantId)
      isStale = true
    },
    onSettled: () => {
      if (!isStale || waiting().length > 1) return
      isStale = false
      void queryClient.invalidateQueries({ queryKey })
    },
  }
  return {
    options,
    /** The counted quantity of these goods, including scans that are still being saved. */
    countedOf: (variantId: string) =>
      queryClient.getQueryData(queryKey)?.find((line) => line.variantId === variantId)?.counted ?? null,
    /** Notes that the field of these goods was left. @param isInvalid with something that is no quantity */
    noteEntry: (variantId: string, isInvalid: boolean): void => {
      if (isInvalid) invalid.add(variantId)
      else invalid.delete(variantId)
    },
    /** Refuses for the goods whose last quantity was not saved or could not be read, once. @throws UnsavedCounts */
    assertSaved: (): void => {
      const ids = [...new Set([...unsaved, ...invalid])]
      unsaved.clear()
      invalid.clear()
      if (ids.length > 0) throw new UnsavedCounts(ids)
    },
  }
}

/**
 * Reads the lines again, with what other people have counted. It waits for the pending saves, and starts over when another one
 * is queued meanwhile, so that it overwrites no quantity that is not saved yet.
 *
 * @throws ProblemError · NoAnswer
 */
export async function readAgain(queryClient: QueryClient, storeId: string, countId: string): Promise<void> {
  const isSaving = () => pendingSaves(queryClient, countId).length > 0
  // Of the same scope as the saves, so it runs after those that are queued. A save that is queued during it cancels the query.
  const reading = new MutationObserver(queryClient, {
    scope: savesOf(countId),
    mutationFn: async () => {
      if (!isSaving()) await queryClient.fetchQuery({ ...countLinesQuery(storeId, countId), staleTime: 0 })
    },
  })
  do await reading.mutate()
  while (isSaving())
}

/** The count of these goods at the server, when a quantity was refused for it; otherwise undefined. */
export function countedMeanwhile(error: unknown): number | null | undefined {
  if (!isProblem(error, 'version_mismatch') || !Array.isArray(error.extras['lines'])) return undefined
  return (error.extras['lines'] as Pick<CountLine, 'counted'>[])[0]?.counted
}

/**
 * Saves a quantity. A scan adds to what somebody else has counted meanwhile. A request without an answer is repeated
 * under its key, so it counts once.
 *
 * @throws ProblemError `version_mismatch` (a typed quantity), and others · NoAnswer
 */
async function saved(countId: string, { variantId, isScan, ...found }: Found): Promise<CountLine> {
  const params = { path: { id: countId }, header: { 'idempotency-key': uuidV7() } }
  let line = found
  for (let left = repeats; ; ) {
    try {
      const body = { lines: [{ variantId, ...line }] }
      const { items } = await answer(api.PUT('/pos/inventory/counts/{id}/lines', { params, body }))
      return items[0] as CountLine
    } catch (error) {
      const there = isScan ? countedMeanwhile(error) : undefined
      // A refused request has left its key free.
      if (there !== undefined) line = { counted: oneMore(there), countedBefore: there }
      else if (!(error instanceof NoAnswer) || left-- === 0) throw error
    }
  }
}
