import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { code, ean13 } from './fake-codes.ts'
import { enter, places, played, tab, typedAt } from './fake-keyboard.ts'
import { isGtin } from './gtin.ts'
import { defaultSettings, type Place, type Press } from './press.ts'
import { Recogniser } from './recogniser.ts'

const place = fc.constantFrom(...places)
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

  test('into a date or a list is read at any of these paces, and its ending reaches nothing', () => {
    fc.assert(
      fc.property(
        code.filter((read) => read.length > 8 && /^\d+$/.test(read)),
        fc.constantFrom<Place>('date', 'list'),
        suffix,
        fc.integer({ min: 0, max: 100 }),
        fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 32, maxLength: 32 }),
        (read, at, ending, gapMs, jitter) => {
          const keys = [...read, ...ending].map((key, index) => ({
            key,
            gapMs: gapMs + (jitter[index] ?? 0),
          }))
          expect(played(keys, at)).toMatchObject({ seen: [...read], codes: [read], given: [true] })
        },
      ),
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
        fc.constantFrom<Place>('figures', 'text', 'date', 'list'),
        named,
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 16, maxLength: 16 }),
        (read, at, ending, gaps) => {
          const keys = [...read, ending].map((key, index) => ({ key, gapMs: gaps[index] ?? 9 }))
          const isGiven = at === 'date' || at === 'list'
          expect(played(keys, at)).toMatchObject({
            seen: isGiven ? [...read] : [],
            codes: [read],
            given: [isGiven],
            doubtful: [false],
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
          const mostMs = read.length === 4 ? 4 : read.length < 8 ? 8 : 16
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

  test('with letters is never typing in a numeric field, however slow and uneven', () => {
    for (const read of ['agua', 'BEB-001']) {
      const keys = [...read, 'Enter'].map((key, index) => ({ key, gapMs: 140 + (index % 3) * 50 }))
      expect(played(keys, 'figures')).toMatchObject({ codes: [read], given: [true] })
      expect(played(keys, 'figures').seen).not.toContain('Enter')
    }
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
      expect(played([...typedAt('75010553', 200), enter(200), enter(210)], at).seen).not.toContain('Enter')
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

  test('into a date is read right after keys of a hand that overlapped', () => {
    const recogniser = new Recogniser<Press>()
    let atMs = 1000
    const press = (key: string, gapMs: number) => {
      atMs += gapMs
      const { isTaken } = recogniser.press({ key, code: `${key} ${atMs}`, atMs, place: 'date' })
      return isTaken
    }
    press('1', 100)
    press('2', 100)
    recogniser.release('1 1100')
    for (const [index, key] of [...'7501055300075'].entries()) press(key, index === 0 ? 1000 : 80)
    expect(press('Enter', 80)).toBe(true)
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
    for (const at of ['date', 'list'] as const)
      expect(played([...typedAt('~1001', 300), enter(300)], at, settings)).toMatchObject({
        seen: [...'~1001'],
        codes: ['1001'],
      })
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
