import { describe, expect, test } from 'vitest'
import { addDays, pieces, spanOf } from './span.ts'

const today = '2026-03-10'
const usual = { to: '2026-03-09', days: 7 }

describe('the requested days', () => {
  test.each([
    [{}, { from: '2026-03-03', to: '2026-03-09' }],
    [{ to: '2026-03-01' }, { from: '2026-02-23', to: '2026-03-01' }],
    [{ from: '2026-03-05' }, { from: '2026-03-05', to: '2026-03-09' }],
    [{ from: '2026-03-10' }, { from: '2026-03-10', to: '2026-03-10' }],
    [
      { from: '2026-01-01', to: '2026-01-01' },
      { from: '2026-01-01', to: '2026-01-01' },
    ],
    [
      { from: '2025-12-09', to: '2026-03-10' },
      { from: '2025-12-09', to: '2026-03-10' },
    ],
  ])('%j are %j', (asked, span) => expect(spanOf(asked, today, usual)).toEqual(span))

  test.each([
    [{ to: '2026-03-11' }, '/to'],
    [{ from: '2026-03-11' }, '/to'],
    [{ from: '2026-03-02', to: '2026-03-01' }, '/from'],
    [{ from: '2025-12-08', to: '2026-03-10' }, '/from'],
  ])('%j are refused at %s', (asked, path) => {
    expect(() => spanOf(asked, today, usual)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        options: { errors: [expect.objectContaining({ path })] },
      }),
    )
  })
})

test('days continue over months, leap days and years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

test('pieces cover the span exactly once', () => {
  expect(pieces({ from: '2026-02-26', to: '2026-03-03' }, 4)).toEqual([
    { from: '2026-02-26', to: '2026-03-01' },
    { from: '2026-03-02', to: '2026-03-03' },
  ])
  expect(pieces({ from: '2026-03-03', to: '2026-03-03' }, 4)).toEqual([
    { from: '2026-03-03', to: '2026-03-03' },
  ])
})
