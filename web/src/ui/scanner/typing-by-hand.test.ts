import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enter, type Key, played, tab, typedAt } from './fake-keyboard.ts'
import type { Place, Press } from './press.ts'
import { Recogniser } from './recogniser.ts'

describe('typing', () => {
  /** Typing: 131 ms and more between keys, or faster with overlapping keys, as fast typists do. */
  const slowHand = fc.record({
    key: fc.constantFrom(...'0123456789.'),
    gapMs: fc.integer({ min: 151, max: 900 }),
  })
  const steadyHand = fc.integer({ min: 131, max: 150 }).chain((gapMs) =>
    fc.array(fc.record({ key: fc.constantFrom(...'0123456789'), gapMs: fc.constant(gapMs) }), {
      minLength: 1,
      maxLength: 24,
    }),
  )
  const fastHand = fc.array(
    fc.record({
      key: fc.constantFrom(...'0123456789'),
      gapMs: fc.integer({ min: 60, max: 140 }),
      holdMs: fc.integer({ min: 141, max: 160 }),
    }),
    { minLength: 3, maxLength: 24 },
  )
  const burst = fc.array(
    fc.record({ key: fc.constantFrom(...'0123456789'), gapMs: fc.integer({ min: 60, max: 120 }) }),
    { minLength: 1, maxLength: 7 },
  )
  const letters = fc.array(
    fc.record({
      key: fc.constantFrom(...'abcdefghijklmnñopqrstuvwxyzáé '),
      gapMs: fc.integer({ min: 51, max: 400 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  const field = fc.constantFrom<Place>('figures', 'text')
  /** A hand looks up before it confirms. */
  const editing = fc.constantFrom<Key[]>([], [enter(190)], [tab(190)], [{ key: 'Backspace', gapMs: 90 }])

  test.each([
    ['at anybody’s pace', fc.array(slowHand, { minLength: 1, maxLength: 24 })],
    ['at a steady pace', steadyHand],
    ['of fast fingers, whose keys overlap', fast(fastHand)],
    ['of a PIN or an amount, however fast', burst],
  ])('%s reaches its field, every key of it in its order, and what ends it too', (_how, hand) => {
    fc.assert(
      fc.property(hand, field, editing, (keys, at, ending) => {
        const all = [...keys, ...ending]
        expect(played(all, at)).toMatchObject({ seen: all.map(({ key }) => key), codes: [] })
      }),
      { numRuns: 1000 },
    )
  })

  /** A first key has no gap that tells anything, so it can come at any time. */
  function fast(hand: fc.Arbitrary<Key[]>) {
    return hand.map(([first, ...rest]) => (first === undefined ? rest : [{ ...first, gapMs: 900 }, ...rest]))
  }

  test('of words reaches its field at any pace, even a program’s', () => {
    fc.assert(
      fc.property(letters, editing, (keys, ending) => {
        const all = [...keys, ...ending]
        expect(played(all, 'text')).toMatchObject({ seen: all.map(({ key }) => key), codes: [] })
      }),
    )
    expect(played(typedAt('Refresco de cola', 2), 'text')).toMatchObject({
      seen: [...'Refresco de cola'],
      codes: [],
    })
  })

  test('into a date or a list is never held, because only the browser can write there', () => {
    for (const at of ['date', 'list'] as const)
      for (const gapMs of [2, 60, 100, 300]) {
        expect(played(typedAt('05032024', gapMs), at).seen).toEqual([...'05032024'])
        expect(played([...typedAt('0503', gapMs + 60), enter(300)], at)).toMatchObject({
          seen: [...'0503', 'Enter'],
          codes: [],
        })
      }
    expect(played([...typedAt('05032024', 100), enter(300)], 'date')).toMatchObject({ codes: [] })
  })

  test('of a PIN, a password or a person’s code is typing, however evenly', () => {
    for (const [text, gapMs] of [
      ['4821', 120],
      ['48213907', 200],
      ['correcthorse', 10],
    ] as const) {
      const recogniser = new Recogniser<Press>()
      const keys = [...text, 'Enter'].map((key, index) => ({
        ...{ key, code: `${key} ${index}`, place: 'text' as const, isCredential: true },
        atMs: 1000 + index * gapMs,
      }))
      expect(keys.flatMap((press) => recogniser.press(press).scans)).toEqual([])
    }
  })

  test('that goes on in a field that was clicked is no code', () => {
    const recogniser = new Recogniser<Press>()
    const keys = ['1', '2', '3', '4', '5', '6', 'Enter'].map((key, index) => ({
      ...{ key, code: key, place: 'figures' as const, atMs: 1000 + index * 100 },
    }))
    const outcomes = keys.flatMap((press, index) => {
      const clicked = index === 3 ? [recogniser.interrupt()] : []
      const verdict = recogniser.press(press)
      return [...clicked, { ...verdict, typed: [...verdict.typed, ...(verdict.isTaken ? [] : [press])] }]
    })
    expect(outcomes.flatMap(({ scans }) => scans)).toEqual([])
    expect(outcomes.flatMap(({ typed }) => typed.map(({ key }) => key))).toEqual(keys.map(({ key }) => key))
  })

  test('of as much as an amount has is typing, however evenly', () => {
    for (const gapMs of [60, 100, 200])
      for (const amount of ['200', '150.00'])
        expect(played([...typedAt(amount, gapMs), enter(gapMs)], 'figures')).toMatchObject({
          seen: [...amount, 'Enter'],
          codes: [],
        })
  })

  test('of a key that is held down is typing', () => {
    const keys = [
      { key: '0', gapMs: 500 },
      ...typedAt('00000000000', 33).map((key) => ({ ...key, isRepeat: true })),
    ]
    expect(played(keys, 'figures')).toMatchObject({ seen: [...'000000000000'], codes: [] })
  })

  test('is given back where nothing can be typed as well: a lone key, and a space that presses a button at once', () => {
    expect(played([{ key: ' ', gapMs: 900 }], 'nothing')).toMatchObject({ seen: [' '], codes: [] })
    expect(played([{ key: '7', gapMs: 900 }], 'nothing')).toMatchObject({ seen: ['7'], codes: [] })
    expect(played([enter(900)], 'nothing')).toMatchObject({ seen: ['Enter'], codes: [] })
    expect(played([{ key: 'Escape', gapMs: 900 }], 'nothing')).toMatchObject({ seen: ['Escape'], codes: [] })
  })

  test('is never held for longer than 150 ms in a field, and letters for no longer than 50', () => {
    const at = (key: string, where: Place) => {
      const recogniser = new Recogniser<Press>()
      recogniser.press({ key, code: key, atMs: 1000, place: where })
      return recogniser.waitMs
    }
    expect([at('7', 'figures'), at('7', 'text'), at('r', 'text')]).toEqual([150, 150, 50])
  })
})
