import type { VasReview } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import type { CaseFace } from './queue.tsx'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { useReviewFace } = await import('./reviews.tsx')

function faceOf(sale: Pick<VasReview, 'kind' | 'status' | 'phase' | 'incident'>): CaseFace {
  const faces: CaseFace[] = []
  const Case = () => {
    faces.push(
      useReviewFace()({
        ...{ id: 'v1', folio: 'V-000001', provider: 'Telcel', product: 'Telcel 100', amountCentavos: 10_000 },
        ...{ providerTransaction: null, mode: 'sandbox', merchant: { id: 'm1', name: 'Lupita' } },
        ...{ createdAt: '2026-11-21T10:00:00Z', expectedBy: '2026-11-21T10:05:00Z' },
        ...sale,
      }),
    )
    return null
  }
  renderToStaticMarkup(<Case />)
  return faces[0] as CaseFace
}

test.each([
  ['a top-up in review', 'airtime', 'PENDING', 'REVIEW', null, ['COMPLETED', 'FAILED']],
  ['a PIN in review', 'pin', 'PENDING', 'REVIEW', 'pin_missing', ['FAILED']],
  ['an open sale with an incident', 'airtime', 'PENDING', 'SUBMITTED', 'wallet_uncovered', ['CLOSED']],
  ['a sale refused later', 'airtime', 'COMPLETED', 'COMPLETED', 'contradicted', ['CLOSED', 'REVERSED']],
  ['a failed sale with an incident', 'airtime', 'FAILED', 'FAILED', 'late_completion', ['CLOSED']],
])('%s is decided as the server allows', (_what, kind, status, phase, incident, acts) => {
  const face = faceOf({ kind, status, phase, incident })
  const possible = face.acts.filter(({ barred }) => barred == null)
  expect(possible.map(({ key }) => key)).toEqual(acts)
})

test('phase and incident are said in words, and a code that this client does not know as it is', () => {
  const facts = (phase: string, incident: string) =>
    Object.fromEntries(faceOf({ kind: 'airtime', status: 'PENDING', phase, incident }).facts)
  expect(facts('SUBMITTED', 'wallet_uncovered')).toMatchObject({
    Fase: 'Recibida por el proveedor',
    Incidente: 'Se recuperó del proveedor y el saldo no la cubre',
  })
  expect(facts('NEW', 'other')).toMatchObject({ Fase: 'NEW', Incidente: 'other' })
})
