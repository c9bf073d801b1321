import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOver, shownStatus, useShownStatus } from './approval-status.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-05T10:00:00Z') })
})
afterEach(() => vi.useRealTimers())

const expiresAt = '2026-01-05T10:15:00.000Z'
const quarterMs = 15 * 60_000

test.each([
  ['PENDING', false, 'EXPIRED'],
  ['APPROVED', false, 'EXPIRED'],
  ['REJECTED', true, 'REJECTED'],
  ['CANCELED', true, 'CANCELED'],
  ['USED', true, 'USED'],
] as const)('a request that is %s is over: %s; when its time has passed it is shown as %s', (status, isOverBefore, after) => {
  const shown = () => {
    let seen: ReturnType<typeof useShownStatus> = null
    const Waiting = () => {
      seen = useShownStatus({ status, expiresAt })
      return null
    }
    renderToStaticMarkup(<Waiting />)
    expect(seen).toBe(shownStatus({ status, expiresAt }))
    return seen
  }
  vi.advanceTimersByTime(quarterMs - 1)
  expect(shown()).toBe(status)
  expect(isOver(status)).toBe(isOverBefore)
  vi.advanceTimersByTime(1)
  expect(shown()).toBe(after)
  expect(isOver(after)).toBe(true)
})

test('nothing that was requested is not over', () => {
  expect(isOver(null)).toBe(false)
})
