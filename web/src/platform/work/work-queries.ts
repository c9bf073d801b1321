import type { Workflow } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { isRefusedFromStart } from '../../api/refusal.ts'

export const lookEveryMs = 1000

export function isOver(work: Workflow | undefined): boolean {
  return work !== undefined && !['QUEUED', 'RUNNING'].includes(work.status)
}

/** A workflow, read again until it is over; not when there is none with this id. */
export const workQuery = (id: string) =>
  queryOptions({
    queryKey: ['work', id],
    queryFn: ({ signal }) => answer(api.GET('/workflows/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (isOver(state.data) || isRefusedFromStart(state) ? false : lookEveryMs),
  })
