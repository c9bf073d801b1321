import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Act } from './act.ts'
import { usePerforming } from './use-performing.ts'

const given = { reason: '', answer: '', choice: '' }

/** An act's dialog over a queue that was read before. */
function dialogOf(run: Act['run']) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['queues', 'settlements', 'REQUESTED'], { pages: [], pageParams: [] })
  queryClient.setQueryData(['me'], {})
  let closed = 0
  let dialog: ReturnType<typeof usePerforming> | undefined
  const Dialog = () => {
    dialog = usePerforming({ key: 'pay', label: '', title: '', hint: '', run }, () => {
      closed += 1
    })
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Dialog />
    </QueryClientProvider>,
  )
  if (dialog === undefined) throw new Error('nothing was drawn')
  const isStale = (...key: string[]) => queryClient.getQueryState(key)?.isInvalidated
  return {
    ...dialog,
    closed: () => closed,
    isQueueStale: () => isStale('queues', 'settlements', 'REQUESTED'),
    isMeStale: () => isStale('me'),
  }
}

test('leaving the dialog of an act that was refused or not answered reads the queue again', async () => {
  const { perform, leave, closed, isQueueStale, isMeStale } = dialogOf(() =>
    Promise.reject(new Error('lost')),
  )
  await expect(perform.mutateAsync(given)).rejects.toThrow('lost')
  expect(isQueueStale()).toBe(false)
  leave()
  expect([isQueueStale(), isMeStale(), closed()]).toEqual([true, false, 1])
})

test('leaving the dialog of an act that was not tried reads nothing again', () => {
  const { leave, closed, isQueueStale } = dialogOf(() => Promise.resolve(undefined))
  leave()
  expect([isQueueStale(), closed()]).toEqual([false, 1])
})

test('an act that was performed reads the queue again and closes its dialog', async () => {
  const { perform, closed, isQueueStale } = dialogOf(() => Promise.resolve(undefined))
  await perform.mutateAsync(given)
  expect([isQueueStale(), closed()]).toEqual([true, 1])
})
