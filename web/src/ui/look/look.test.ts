import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, isDarker, mix } from './color.ts'
import { defaultColors, type LookColors, shadesOf, variablesOf } from './look.ts'

const color = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
/** Colors as the server accepts them, with readable text. */
const colors: fc.Arbitrary<LookColors> = fc
  .record({ primary: color, onPrimary: color, background: color, text: color })
  .filter(
    ({ primary, onPrimary, background, text }) =>
      contrast(primary, onPrimary) >= 4.5 && contrast(background, text) >= 4.5,
  )

test('contrast follows the guideline', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#abcdef', '#abcdef')).toBe(1)
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
})

test('with any colors that a merchant may choose, text is readable', () => {
  fc.assert(
    fc.property(colors, (chosen) => {
      const shades = shadesOf(chosen)
      expect(shades[7]).toBe(chosen.primary)
      expect(contrast(shades[9], shades[2])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(chosen.onPrimary, shades[8])).toBeGreaterThanOrEqual(4.4)
      for (const [scheme, found] of Object.entries(variablesOf(chosen))) {
        const [page, surface] = scheme === 'light' ? ['#f6f3ee', '#ffffff'] : ['#141b18', '#1d2622']
        const papers = [found['--page'] ?? page, found['--surface'] ?? surface] as string[]
        for (const ink of ['--ink', '--ink-soft', '--mantine-color-anchor'])
          for (const paper of papers)
            if (found[ink] !== undefined)
              expect(contrast(found[ink], paper), `${ink} on ${paper}`).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { numRuns: 500 },
  )
})

test('a dark background applies to the dark scheme only, and default colors change nothing', () => {
  expect(variablesOf(defaultColors)).toEqual({ light: {}, dark: {} })
  const night = variablesOf({ ...defaultColors, background: '#101018', text: '#f0f0ff' })
  expect(night.light).toEqual({})
  expect(night.dark['--page']).toBe('#101018')
  expect(isDarker(night.dark['--surface'] ?? '', '#30303c')).toBe(true)
})
