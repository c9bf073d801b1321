import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import type { ReferencedMethod } from '../selling/money/charge.ts'
import { Charging } from './charging.tsx'

// A button that cannot be used asks for the element of its hint.
vi.stubGlobal('HTMLElement', class {})
afterAll(() => vi.unstubAllGlobals())

const drawn = (isOfAnotherShift: boolean, unproven: readonly ReferencedMethod[]) =>
  renderToStaticMarkup(
    <MantineProvider env="test">
      <Charging
        isLate
        {...{ isOfAnotherShift, unproven }}
        onScan={() => null}
        onFinishOffline={() => undefined}
      />
    </MantineProvider>,
  )

test('a payment of another shift is kept for a supervisor, and not told to be offline', () => {
  for (const unproven of [[], ['CARD']] as const) {
    const shown = drawn(true, unproven)
    expect(shown).toContain('Este cobro es de otro turno')
    expect(shown).toContain('Guardar para un supervisor')
    expect(shown).toContain('Un supervisor decide si se registra en su turno.')
    expect(shown).not.toMatch(/sin conexión/i)
    expect(shown.includes('voucher')).toBe(unproven.length > 0)
  }
})

test('a payment without an answer is continued offline', () => {
  const shown = drawn(false, ['CARD'])
  expect(shown).toContain('Seguir sin conexión')
  expect(shown).toContain('Sin conexión hace falta la referencia')
})
