import { expect, test } from 'vitest'
import { FakeClaims } from '../orders/fake-claims.ts'
import { takeOver } from './take-over.ts'

/** A window that records the calls it receives. */
function recording(areShared: boolean) {
  const calls: string[] = []
  const record = (call: string) => async () => void calls.push(call)
  const { claims } = new FakeClaims().open()
  const window = {
    book: { reload: record('reload the book'), claims: { ...claims, areShared } },
    queue: { follow: (accountId: string) => void calls.push(`hand in the sales of ${accountId}`) },
    cart: { takeOver: record('take over payments') },
    services: [{ resume: record('resume services') }],
  }
  return { calls, window }
}

test('hands in offline sales, and continues payments and services as the book has them now', async () => {
  const { calls, window } = recording(true)
  await takeOver('a1', window)
  expect(calls).toEqual([
    'hand in the sales of a1',
    'reload the book',
    'take over payments',
    'resume services',
  ])
})

test('leaves payments and services alone where other windows may work on them unseen', async () => {
  const { calls, window } = recording(false)
  await takeOver('a1', window)
  expect(calls).toEqual(['hand in the sales of a1', 'reload the book'])
})
