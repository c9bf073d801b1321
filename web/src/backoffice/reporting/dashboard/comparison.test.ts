import { expect, test } from 'vitest'
import { changePercent, hoursOf } from './comparison.ts'

test('a change is shown in whole percent, and there is none when the earlier figure is zero', () => {
  expect([changePercent(150, 100), changePercent(66, 100), changePercent(0, 100)]).toEqual([50, -34, -100])
  expect(changePercent(150, 0)).toBeNull()
})

test('a day shows the usual opening hours, and any other hour with sales', () => {
  expect(hoursOf([])).toHaveLength(13)
  expect(hoursOf([{ hour: '06' }, { hour: '23' }])).toEqual(
    expect.arrayContaining(['06', '07', '12', '22', '23']),
  )
  expect(hoursOf([{ hour: '06' }])[0]).toBe('06')
})
