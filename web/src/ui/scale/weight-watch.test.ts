import { expect, test } from 'vitest'
import { WeightWatch } from './weight-watch.ts'

/** What a scale says every 200 ms, and whether each weight may be taken. */
const seen = (watch: WeightWatch, grams: readonly number[], isStable: boolean | null = null, fromMs = 0) =>
  grams.map((each, count) => watch.see({ grams: each, isStable }, fromMs + count * 200).mayTake)

test('a scale that does not tell is still after 0.8 seconds within three grams', () => {
  expect(seen(new WeightWatch(), [250, 278, 279, 278, 277, 278])).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ])
})

test('one that tells is believed', () => {
  expect(seen(new WeightWatch(), [250, 278], true)).toEqual([true, true])
  expect(seen(new WeightWatch(), [278, 278, 278, 278, 278, 278, 278], false)).not.toContain(true)
})

test('an empty scale and less than nothing are no weight', () => {
  expect(seen(new WeightWatch(), [0, 5, 19, -250], true)).toEqual([false, false, false, false])
})

test('what was taken has to leave before the next one', () => {
  const watch = new WeightWatch()
  expect(seen(watch, [500], true)).toEqual([true])
  watch.take(500)
  expect(seen(watch, [500, 498, 400], true)).toEqual([false, false, false])
  expect(seen(watch, [290], true)).toEqual([true])
  watch.take(290)
  expect(seen(watch, [0, 310], true)).toEqual([false, true])
})
