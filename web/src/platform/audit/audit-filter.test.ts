import { expect, test } from 'vitest'
import { auditFilterOf } from './audit-filter.ts'

test('a day narrows from its first moment to the first one of the day after its last', () => {
  const { from, until } = auditFilterOf({ desde: '2026-03-01', hasta: '2026-03-01' })
  expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(86_400_000)
})

test('what an address got wrong narrows nothing', () => {
  expect(auditFilterOf({ desde: 'ayer', hasta: '2026-99-99', quien: 'Olivia', comercio: '7' })).toEqual({})
})

test('what it names is passed on by the names of the API', () => {
  const id = '01900000-0000-7000-8000-000000000000'
  expect(auditFilterOf({ accion: 'label.granted', tipo: 'account', registro: 'x', quien: id })).toEqual({
    action: 'label.granted',
    entity: 'account',
    entityId: 'x',
    userId: id,
  })
})
