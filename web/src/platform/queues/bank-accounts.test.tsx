import type { QueuedBankAccount } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { useBankAccountFace } = await import('./bank-accounts.tsx')

function actsOf(status: QueuedBankAccount['status']): string[] {
  let acts: string[] = []
  const Case = () => {
    acts = useBankAccountFace()({
      ...{ id: 'a1', holder: 'Abarrotes Lupita', bank: { code: '012', name: 'BBVA' }, clabeLastFour: '0019' },
      ...{
        addedAt: '2025-11-01T12:00:00Z',
        addedBy: 'm1',
        decidedAt: null,
        decidedBy: null,
        verifiedAt: null,
      },
      ...{ expiresAt: null, reason: null, isAttested: false, merchant: { id: 'c1', name: 'Lupita' } },
      status,
    }).acts.map(({ key }) => key)
    return null
  }
  renderToStaticMarkup(<Case />)
  return acts
}

test.each([
  ['PENDING', ['verify', 'reject']],
  ['EXPIRED', ['verify', 'reject']],
  ['VERIFIED', ['reject']],
  ['REJECTED', []],
] as const)('an operator decides on a bank account that is %s as the server allows: %j', (status, acts) => {
  expect(actsOf(status)).toEqual(acts)
})
