import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isGtin } from './gtin.ts'
import { defaultSettings, type Place, type Press, type RecogniserSettings } from './press.ts'
import { Recogniser } from './recogniser.ts'

interface Told {
  /** Keys that reached the page, directly or after being held, in order. */
  readonly seen: string[]
  readonly codes: string[]
  readonly doubtful: boolean[]
  /** Whether each scan's first keys had reached the page before. */
  readonly given: boolean[]
}

interface Key {
  readonly key: string
  /** Pause after the previous key. */
  readonly gapMs: number
  /** Time until release; longer than the next gap means that the keys overlap. */
  readonly holdMs?: number
  readonly isRepeat?: boolean
}

/** A keyboard and a clock: presses, releases and pauses reach the recogniser in order of time. */
function played(keys: readonly Key[], place: Place, settings: Partial<RecogniserSettings> = {}): Told {
  const recogniser = new Recogniser<Press>({ ...defaultSettings, ...settings })
  const told: Told = { seen: [], codes: [], doubtful: [], given: [] }
  const tell = ({ typed, scans }: Pick<ReturnType<typeof recogniser.press>, 'typed' | 'scans'>) => {
    told.seen.push(...typed.map(({ key }) => key))
    told.codes.push(...scans.map(({ code }) => code))
    told.doubtful.push(...scans.map(({ isDoubtful }) => isDoubtful))
    told.given.push(...scans.map(({ isGiven }) => isGiven))
  }
  let atMs = 1000
  const events = keys.flatMap(({ key, gapMs, holdMs = 3, isRepeat = false }, index) => {
    atMs += gapMs
    const code = `${key} ${index}`
    return [
      { atMs, down: { key, code, atMs, place, isRepeat } },
      { atMs: atMs + holdMs, up: code },
    ]
  })
  let restAtMs: number | null = null
  for (const event of events.sort((a, b) => a.atMs - b.atMs)) {
    if (restAtMs !== null && event.atMs > restAtMs) {
      tell(recogniser.rest())
      restAtMs = null
    }
    if ('down' in event && event.down !== undefined) {
      const verdict = recogniser.press(event.down)
      tell(verdict)
      if (!verdict.isTaken) told.seen.push(event.down.key)
      restAtMs = recogniser.waitMs === null ? null : event.atMs + recogniser.waitMs
    } else if ('up' in event && event.up !== undefined) tell(recogniser.release(event.up))
    if (recogniser.waitMs === null) restAtMs = null
  }
  tell(recogniser.rest())
  return told
}

const typedAt = (text: string, gapMs: number, holdMs?: number): Key[] =>
  [...text].map((key) => ({ key, gapMs, ...(holdMs !== undefined && { holdMs }) }))
const enter = (gapMs: number): Key => ({ key: 'Enter', gapMs })
const tab = (gapMs: number): Key => ({ key: 'Tab', gapMs })

const places: readonly Place[] = ['nothing', 'figures', 'text']
const place = fc.constantFrom(...places)
const ean13 = fc.stringMatching(/^\d{12}$/).map((body) => {
  const digit = [...'0123456789'].find((each) => isGtin(body + each)) ?? '0'
  return body + digit
})
const code = fc.oneof(
  ean13,
  fc.stringMatching(/^\d{8}$/),
  fc.stringMatching(/^\d{12}$/),
  fc.stringMatching(/^\d{20,30}$/),
  fc.stringMatching(/^[A-Z]{2,3}-\d{6}$/),
)
const suffix = fc.constantFrom<readonly string[]>(['Enter'], ['Tab'], [])

describe('a scan', () => {
  test('is read whole wherever the focus is, at a wired scanner’s pace, and no other listener sees its keys', () => {
    fc.assert(
      fc.property(
        code,
        place,
        suffix,
        fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 32, maxLength: 32 }),
        (read, at, ending, gaps) => {
          const keys = [...read, ...ending].map((key, index) => ({ key, gapMs: gaps[index] ?? 9 }))
          expect(played(keys, at)).toMatchObject({ seen: [], codes: [read] })
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('is read whole at the pace of a slow scanner, whose keys come 45 to 120 ms apart', () => {
    fc.assert(
      fc.property(
        code,
        place,
        suffix,
        fc.array(fc.integer({ min: 45, max: 120 }), { minLength: 32, maxLength: 32 }),
        (read, at, ending, gaps) => {
          const keys = [...read, ...ending].map((key, index) => ({ key, gapMs: gaps[index] ?? 90 }))
          expect(played(keys, at)).toMatchObject({ seen: [], codes: [read] })
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('whose keys arrive in bursts, as from a wireless scanner, is one code', () => {
    fc.assert(
      fc.property(
        ean13,
        place,
        fc.array(fc.constantFrom(0, 2, 8, 60, 110, 120), { minLength: 14, maxLength: 14 }),
        (read, at, gaps) => {
          const keys = [...read, 'Enter'].map((key, index) => ({ key, gapMs: gaps[index] ?? 9, holdMs: 0 }))
          expect(played(keys, at)).toMatchObject({ seen: [], codes: [read] })
        },
      ),
    )
  })

  test('of letters and digits is read in a text field when it is too fast for a hand', () => {
    expect(played([...typedAt('BEB-001', 12), enter(12)], 'text')).toMatchObject({
      seen: [],
      codes: ['BEB-001'],
    })
  })

  const ownCode = fc.constantFrom('1001', '7501055', 'BEB-001', 'PANBLANCO', 'lote_12345678', '7501055300075')
  const named = fc.constantFrom('Enter', 'Tab')

  test('of a short code, or of letters only, is read in any field when a machine sends it', () => {
    const short = fc.oneof(ownCode, fc.constantFrom('101', 'PAN', 'sal'))
    fc.assert(
      fc.property(
        short,
        fc.constantFrom<Place>('figures', 'text', 'native'),
        named,
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 16, maxLength: 16 }),
        (read, at, ending, gaps) => {
          const keys = [...read, ending].map((key, index) => ({ key, gapMs: gaps[index] ?? 9 }))
          expect(played(keys, at)).toMatchObject({
            seen: at === 'native' ? [...read] : [],
            codes: [read],
            given: [at === 'native'],
          })
        },
      ),
    )
  })

  test('that comes as evenly as no hand types is read, however slow, and known to have reached its field', () => {
    fc.assert(
      fc.property(
        ownCode,
        fc.constantFrom<Place>('figures', 'text'),
        named,
        fc.integer({ min: 45, max: 225 }),
        fc.array(fc.integer({ min: 0, max: 24 }), { minLength: 16, maxLength: 16 }),
        (read, at, ending, gapMs, jitter) => {
          const mostMs = read.length === 4 ? 6 : read.length < 8 ? 12 : 24
          const keys = [...read, ending].map((key, index) => ({
            key,
            gapMs: gapMs + ((jitter[index] ?? 0) % (mostMs + 1)),
          }))
          const { seen, codes, given } = played(keys, at)
          expect(codes).toEqual([read])
          expect(seen).not.toContain(ending)
          expect(given).toEqual([seen.length > 0])
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('of any kind is read where nothing can be typed, however short and slow', () => {
    for (const read of ['12', 'BEB-001', '7501', 'https://mostrador.test/a b']) {
      expect(played([...typedAt(read, 200), enter(200)], 'nothing')).toMatchObject({
        seen: [],
        codes: [read],
      })
    }
  })

  test('with letters is never typing in a numeric field', () => {
    expect(played([...typedAt('BEB-001', 100), enter(100)], 'figures')).toMatchObject({
      seen: [],
      codes: ['BEB-001'],
    })
  })

  test('with shifts between its keys is the same code', () => {
    const keys = ['Shift', 'A', 'Shift', 'B', '-', '1', '2', '3', '4', 'Enter'].map((key) => ({
      key,
      gapMs: 9,
    }))
    expect(played(keys, 'text').codes).toEqual(['AB-1234'])
    expect(played(keys, 'text').seen.filter((key) => key !== 'Shift')).toEqual([])
  })

  test('keeps its Enter that arrives late', () => {
    for (const at of places) {
      expect(played([...typedAt('7501055300075', 8), enter(400)], at)).toMatchObject({
        seen: [],
        codes: ['7501055300075'],
      })
      expect(played([...typedAt('7501055300075', 8), enter(900)], at)).toMatchObject({ seen: ['Enter'] })
    }
  })

  test('keeps a second ending, which some scanners send after the first', () => {
    for (const at of places) {
      for (const second of [enter(2), enter(60), tab(20)])
        expect(played([...typedAt('7501055300075', 8), enter(8), second], at)).toMatchObject({
          seen: [],
          codes: ['7501055300075'],
        })
      expect(played([...typedAt('7501055300075', 8), enter(8), enter(400)], at).seen).toEqual(['Enter'])
      expect(played([...typedAt('12', 160), enter(120), enter(60)], 'text').seen).toEqual([
        ...['1', '2', 'Enter', 'Enter'],
      ])
    }
  })

  test('leaves an Enter alone whose time lies before it, as when the clock was set back', () => {
    for (const at of places) {
      const recogniser = new Recogniser<Press>()
      const press = (key: string, atMs: number) =>
        recogniser.press({ key, code: key, atMs, place: at }).isTaken
      for (const [index, key] of [...'7501055300075', 'Enter'].entries()) press(key, 10_000 + index * 8)
      expect(press('Enter', 8_000)).toBe(false)
    }
  })

  test('whose key came so late that the previous one was given back keeps all others, and its Enter', () => {
    for (const at of ['figures', 'text'] as const) {
      const recogniser = new Recogniser<Press>()
      const [first, ...rest] = [...'7501055300075', 'Enter'].map((key, index) => ({
        key,
        code: `${key} ${index}`,
        atMs: 1000 + index * 60,
        place: at,
      }))
      if (first !== undefined) recogniser.press(first)
      expect(recogniser.rest().typed).toEqual([first])
      const verdicts = rest.map((press) => recogniser.press(press))
      expect(verdicts.every(({ isTaken, typed }) => isTaken && typed.length === 0)).toBe(true)
      expect(verdicts.flatMap(({ scans }) => scans)).toMatchObject([{ code: '7501055300075', isGiven: true }])
    }
  })

  test('right after another one is a separate scan', () => {
    const first = [...typedAt('7501055300075', 8), enter(8)]
    const second = [{ key: '2', gapMs: 60 }, ...typedAt('0012345', 8), tab(8)]
    expect(played([...first, ...second], 'figures')).toMatchObject({
      seen: [],
      codes: ['7501055300075', '20012345'],
    })
  })

  test('that begins while somebody types leaves them what they typed', () => {
    const keys = [{ key: '2', gapMs: 500 }, { key: '7', gapMs: 100 }, ...typedAt('501055300075', 8), enter(8)]
    expect(played(keys, 'figures')).toMatchObject({ seen: ['2'], codes: ['7501055300075'] })
  })

  test('that a very fast typist might have typed is marked as doubtful', () => {
    expect(played(typedAt('75010553', 100), 'figures').doubtful).toEqual([true])
    expect(played(typedAt('75010553', 10), 'figures').doubtful).toEqual([false])
    expect(played(typedAt('75010553', 100), 'nothing').doubtful).toEqual([false])
  })
})

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
    for (const gapMs of [2, 60, 100, 300]) {
      expect(played(typedAt('05032024', gapMs), 'native').seen).toEqual([...'05032024'])
      expect(played([...typedAt('05032024', gapMs + 60), enter(300)], 'native')).toMatchObject({
        seen: [...'05032024', 'Enter'],
        codes: [],
      })
    }
  })

  test('of as much as an amount has is typing, however evenly', () => {
    for (const gapMs of [60, 100, 200])
      expect(played([...typedAt('200', gapMs), enter(gapMs)], 'figures')).toMatchObject({
        seen: [...'200', 'Enter'],
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

describe('a scanner that is set up', () => {
  test('is recognized by its prefix at gaps of up to 350 ms, in any field, and typing is unaffected', () => {
    const settings = { prefix: '~' }
    for (const at of places) {
      expect(played([...typedAt('~cola 600', 300), enter(300)], at, settings)).toMatchObject({
        seen: [],
        codes: ['cola 600'],
      })
      expect(played(typedAt('~75', 20), at, settings)).toMatchObject({ seen: [], codes: ['75'] })
    }
    for (const at of ['figures', 'text'] as const) {
      expect(played(typedAt('5512345678', 100), at, settings)).toMatchObject({
        seen: [...'5512345678'],
        codes: [],
      })
      expect(played([...typedAt('12', 100), ...typedAt('~7501', 60), enter(60)], at, settings)).toMatchObject(
        { seen: ['1', '2'], codes: ['7501'] },
      )
      expect(played([{ key: '~', gapMs: 400 }, ...typedAt('ab', 400)], at, settings)).toMatchObject({
        seen: ['~', 'a', 'b'],
        codes: [],
      })
    }
  })

  test('may have a prefix of several characters, such as its symbology’s', () => {
    for (const at of places) {
      expect(played([...typedAt(']E07501055300075', 90), enter(90)], at, { prefix: ']E0' })).toMatchObject({
        seen: [],
        codes: ['7501055300075'],
      })
    }
  })

  test('that is replaced by one without the prefix still triggers no command', () => {
    for (const at of places) {
      expect(played([...typedAt('7501055300075', 10), enter(10)], at, { prefix: '~' })).toMatchObject({
        seen: [],
        codes: ['7501055300075'],
      })
    }
  })

  test('by its ending leaves fast typing without it alone', () => {
    const settings = { ending: 'Enter' } as const
    expect(played(typedAt('5512345678', 100), 'figures', settings)).toMatchObject({
      seen: [...'5512345678'],
      codes: [],
    })
    expect(played([...typedAt('75010553', 100), enter(100)], 'figures', settings)).toMatchObject({
      seen: [],
      codes: ['75010553'],
    })
  })

  test('by cable is not waited for', () => {
    const recogniser = new Recogniser<Press>({ ...defaultSettings, pace: 'fast' })
    recogniser.press({ key: '7', code: 'Digit7', atMs: 1000, place: 'figures' })
    expect(recogniser.waitMs).toBe(50)
    expect(played(typedAt('5512345678', 60), 'figures', { pace: 'fast' })).toMatchObject({
      seen: [...'5512345678'],
    })
  })
})

test('a check digit is valid or not', () => {
  for (const right of ['4006381333931', '2112345000008', '7501055300075', '96385074', '036000291452'])
    expect(isGtin(right)).toBe(true)
  for (const wrong of ['4006381333932', '123', '7501055300O75', '']) expect(isGtin(wrong)).toBe(false)
})
