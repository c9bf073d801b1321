import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { code } from './fake-codes.ts'
import { places } from './fake-keyboard.ts'
import type { Press } from './press.ts'
import { Recogniser } from './recogniser.ts'

// A busy machine delivers keys late: a pause is seen where their own times show none.

describe('a scan', () => {
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

  test('whose keys all arrived too late to be held is still one, by their times', () => {
    for (const at of [...places, 'date', 'list'] as const)
      for (const read of ['SAL', '1001', '7501055300075']) {
        const recogniser = new Recogniser<Press>()
        const press = (key: string, index: number) =>
          recogniser.press({ key, code: `${key} ${index}`, atMs: 1000 + index * 9, place: at })
        for (const [index, key] of [...read].entries()) {
          press(key, index)
          if (index < 3) expect(recogniser.rest().scans).toEqual([])
        }
        recogniser.rest()
        const { isTaken } = press('Enter', read.length)
        expect(isTaken, `${read} in ${at}`).toBe(true)
      }
  })

  test('a part of which arrives late is one by the times of its keys, and its ending reaches nothing', () => {
    const paces = [
      { min: 0, max: 45 },
      { min: 45, max: 120 },
    ].map((pace) => fc.array(fc.integer(pace), { minLength: 32, maxLength: 32 }))
    fc.assert(
      fc.property(
        code.filter((read) => read.length > 8),
        fc.constantFrom(...places, 'date' as const, 'list' as const),
        fc.constantFrom('Enter', 'Tab'),
        fc.oneof(...paces),
        fc.array(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 3 }),
        (read, at, ending, gaps, lateBefore) => {
          // Only the browser types letters into a date or a list, and nobody types them there.
          fc.pre(/^\d+$/.test(read) || places.includes(at))
          const recogniser = new Recogniser<Press>()
          let atMs = 1000
          const verdicts = [...read, ending].map((key, index) => {
            atMs += gaps[index] ?? 40
            const paused = lateBefore.includes(index) ? recogniser.rest().scans : []
            const { scans, isTaken } = recogniser.press({ key, code: `${key} ${index}`, atMs, place: at })
            recogniser.release(`${key} ${index}`)
            return { isTaken, codes: [...paused, ...scans].map((scan) => scan.code) }
          })
          expect(verdicts.at(-1)?.isTaken).toBe(true)
          const codes = verdicts.flatMap((verdict) => verdict.codes)
          expect(codes.filter((each) => each === read)).toHaveLength(1)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test.each([
    'Enter',
    'nothing',
  ])('a part of which arrives late is one even if the part is a code of its own, with %s at its end', (ending) => {
    const recogniser = new Recogniser<Press>()
    let atMs = 1000
    const press = (key: string, index: number) => {
      atMs += index === 5 ? 60 : 5
      return recogniser.press({ key, code: `${key} ${index}`, atMs, place: 'figures' })
    }
    for (const [index, key] of [...'9999'].entries()) press(key, index)
    expect(recogniser.rest().scans).toEqual([])
    for (const [index, key] of [...'97501055300075'].entries()) press(key, index + 4)
    const { typed, scans } = ending === 'Enter' ? press('Enter', 18) : recogniser.rest()
    expect(typed).toEqual([])
    expect(scans).toMatchObject([{ code: '999997501055300075', isGiven: true }])
  })

  test('a part of which arrives late is nothing that was typed before or after it', () => {
    const recogniser = new Recogniser<Press>()
    let atMs = 1000
    const press = (key: string, gapMs: number) => {
      atMs += gapMs
      return recogniser.press({ key, code: key, atMs, place: 'text' })
    }
    const sent = (text: string) => [...text].flatMap((key) => press(key, 8).scans)
    sent('7501')
    recogniser.rest()
    sent('055300075')
    expect(press('Enter', 8).scans).toMatchObject([{ code: '7501055300075' }])
    press('a', 1000)
    recogniser.rest()
    press('7', 140)
    sent('501055300075')
    expect(press('Enter', 8).scans).toMatchObject([{ code: '7501055300075', isGiven: false }])
  })

  test('is not what a hand types whose keys overlap, or come after a click, late as they are', () => {
    type Act = (recogniser: Recogniser<Press>) => unknown
    const typed = ({ before, after }: { before?: Act; after?: Act }) => {
      const recogniser = new Recogniser<Press>()
      return [...'12345678', 'Enter'].flatMap((key, index) => {
        if (index === 4) {
          before?.(recogniser)
          recogniser.rest()
          after?.(recogniser)
        }
        const atMs = 1000 + index * 100 + (index % 2) * 25
        return recogniser.press({ key, code: `${key} ${index}`, atMs, place: 'figures' }).scans
      })
    }
    const overlap: Act = (recogniser) => recogniser.release('1 0')
    expect(typed({})).toMatchObject([{ code: '12345678' }])
    expect(typed({ before: overlap })).toEqual([])
    expect(typed({ after: overlap })).toEqual([])
    expect(typed({ after: (recogniser) => recogniser.interrupt() })).toEqual([])
  })

  test('that was read without its end does not make a later, separate key a part of it', () => {
    for (const at of ['figures', 'text'] as const) {
      const recogniser = new Recogniser<Press>()
      const press = (key: string, atMs: number) => recogniser.press({ key, code: key, atMs, place: at })
      for (const [index, key] of [...'7501055300075'].entries()) press(key, 1000 + index * 8)
      expect(recogniser.rest().scans).toMatchObject([{ code: '7501055300075' }])
      press('5', 2000)
      expect(recogniser.rest()).toMatchObject({ typed: [{ key: '5' }], scans: [] })
      expect(press('Enter', 2600)).toMatchObject({ isTaken: false, scans: [] })
    }
  })
})
