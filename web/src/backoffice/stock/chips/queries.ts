import type { ChipImportRun, ChipUnit, ListedChipImportRunPage } from '@mostrador/client'
import { type InfiniteData, queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { noRows, pagesQuery } from '../../../api/lists.ts'
import { isRefusedFromStart } from '../../../api/refusal.ts'

export type ChipStatus = ChipUnit['status']

/**
 * Chips are searched by their whole number: 16 digits and more are an ICCID, fewer a phone number. Spaces and signs between them
 * are left out. `null` for what is no number of a chip, such as a name or the first digits of one: no chip has it.
 */
export function numbered(typed: string | undefined): { iccid?: string; msisdn?: string } | null {
  const digits = (typed ?? '').replaceAll(/[\s()+.-]/g, '')
  if (digits === '') return {}
  if (!/^\d{5,20}$/.test(digits)) return null
  return digits.length > 15 ? { iccid: digits } : { msisdn: digits }
}

export const unitsQuery = (storeId: string, status: ChipStatus | undefined, typed: string | undefined) =>
  pagesQuery(['chips', 'units', storeId, status, typed], async (cursor, signal) => {
    const number = numbered(typed)
    if (number === null) return noRows
    const query = {
      storeId,
      limit: 50,
      ...number,
      ...(status !== undefined && { status }),
      ...(cursor !== undefined && { cursor }),
    }
    return answer(api.GET('/pos/chip_units', { params: { query }, signal }))
  })

export const unitQuery = (id: string) =>
  queryOptions({
    queryKey: ['chips', 'unit', id],
    queryFn: ({ signal }) => answer(api.GET('/pos/chip_units/{id}', { params: { path: { id } }, signal })),
  })

export const importsQuery = (storeId: string) =>
  pagesQuery(['chips', 'imports', storeId], (cursor, signal) =>
    answer(
      api.GET('/pos/chip_imports', {
        params: { query: { storeId, limit: 50, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

/** The store's products that are chips; a shop has a handful. */
export const chipProductsQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['chips', 'products', storeId],
    queryFn: async ({ signal }) => {
      const query = { storeId, kind: 'CHIP', limit: 200 } as const
      return (await answer(api.GET('/pos/products', { params: { query }, signal }))).items
    },
  })

const lookEveryMs = 800

/** The import of a large file, while it runs and afterwards; not read again when there is none with this id. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['chips', 'run', id],
    queryFn: ({ signal }) => answer(api.GET('/vas/chips/import/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) =>
      isRunning(state.data) && !isRefusedFromStart(state) ? lookEveryMs : false,
  })

/** The store's imports of large files, newest first; read again while one of them runs. */
export const runsQuery = (storeId: string) => ({
  ...pagesQuery(['chips', 'runs', storeId], (cursor, signal) =>
    answer(
      api.GET('/vas/chips/import', {
        params: { query: { storeId, limit: 10, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  ),
  refetchInterval: ({ state }: { state: { data: InfiniteData<ListedChipImportRunPage> | undefined } }) =>
    state.data?.pages.some(({ items }) => items.some(isRunning)) === true ? lookEveryMs : false,
})

export function isRunning(run: Pick<ChipImportRun, 'status'> | undefined): boolean {
  return run === undefined || run.status === 'RUNNING'
}
