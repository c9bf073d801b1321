import { expect, test } from 'vitest'
import { changePercent, hoursOf } from './comparison.ts'

test('a change is told in whole percent, and of nothing there is none', () => {
  expect([changePercent(150, 100), changePercent(66, 100), changePercent(0, 100)]).toEqual([50, -34, -100])
  expect(changePercent(150, 0)).toBeNull()
})

test('a day has the usual hours, and those around them that sold something', () => {
  expect(hoursOf([])).toHaveLength(13)
  expect(hoursOf([{ hour: '06' }, { hour: '23' }])).toEqual(
    expect.arrayContaining(['06', '07', '12', '22', '23']),
  )
  expect(hoursOf([{ hour: '06' }])[0]).toBe('06')
})
