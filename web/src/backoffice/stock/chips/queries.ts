import type { ChipImportRun, ChipUnit, ListedChipImportRunPage } from '@mostrador/client'
import { type InfiniteData, queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { isRefusedFromStart } from '../../../api/refusal.ts'

export type ChipStatus = ChipUnit['status']

/** Chips are searched by their whole number: 19 or 20 digits are an ICCID, fewer a phone number. */
function numbered(typed: string | undefined): { iccid?: string; msisdn?: string } {
  const digits = (typed ?? '').replaceAll(/\D/g, '')
  if (digits === '') return {}
  return digits.length > 15 ? { iccid: digits } : { msisdn: digits }
}

export const unitsQuery = (storeId: string, status: ChipStatus | undefined, typed: string | undefined) =>
  pagesQuery(['chips', 'units', storeId, status, typed], (cursor, signal) =>
    answer(
      api.GET('/pos/chip_units', {
        params: {
          query: {
            storeId,
            limit: 50,
            ...numbered(typed),
            ...(status !== undefined && { status }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

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
