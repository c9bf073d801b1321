import { expect, test } from 'vitest'
import { auditFilterOf } from './audit-filter.ts'

test('a day range starts at its first moment and ends before the day after its last', () => {
  const { from, until } = auditFilterOf({ desde: '2026-03-01', hasta: '2026-03-01' })
  expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(86_400_000)
})

test('invalid search parameters filter nothing', () => {
  expect(auditFilterOf({ desde: 'ayer', hasta: '2026-99-99', quien: 'Olivia', comercio: '7' })).toEqual({})
})

test("valid search parameters are passed on under the API's names", () => {
  const id = '01900000-0000-7000-8000-000000000000'
  expect(auditFilterOf({ accion: 'label.granted', tipo: 'account', registro: 'x', quien: id })).toEqual({
    action: 'label.granted',
    entity: 'account',
    entityId: 'x',
    userId: id,
  })
})
