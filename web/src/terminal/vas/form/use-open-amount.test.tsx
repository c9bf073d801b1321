import { MantineProvider } from '@mantine/core'
import type { VasProduct } from '@mostrador/client'
import { type ComponentProps, isValidElement, type ReactElement, type ReactNode, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { product, provider } from '../../selling/vas/fake-order.ts'
import { FakeVasTill } from '../../selling/vas/fake-vas-till.ts'
import { AmountField } from './amount-field.tsx'
import { AmountTiles } from './amount-tiles.tsx'
import { useOpenAmount } from './use-open-amount.tsx'

// A field asks whether the device is touched.
vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
afterAll(() => vi.unstubAllGlobals())

const range = { minCentavos: 1_000, maxCentavos: 50_000, incrementCentavos: 500 }
const topup: VasProduct = { ...product, id: 'x-open', amountCentavos: null, range }
const card: VasProduct = { ...topup, id: 'n-open', kind: 'pin', subkind: 'giftcard' }

const drawn = (node: ReactNode) => renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>)

/** What the form asks for when this product was chosen. */
function askedFor(of: VasProduct, amountCentavos: number | null = null) {
  let part: ReturnType<typeof useOpenAmount> = null
  const Part = () => {
    part = useOpenAmount({
      checkout: new FakeVasTill().open([], { kind: of.kind }),
      draft: { provider, product: of, reference: '', check: { by: 'nothing' }, owed: null, amountCentavos },
    })
    return part?.field
  }
  const field = drawn(<Part />)
  return part === null ? null : { field, reason: (part as { next: { reason: string | null } }).next.reason }
}

type AmountProps = ComponentProps<typeof AmountField>

/** What the field for the amount is given. */
function amountFieldOf(field: ReactNode): AmountProps | undefined {
  if (!isValidElement<{ children: ReactNode[] }>(field)) return undefined
  const isAmount = (node: ReactNode): node is ReactElement<AmountProps> =>
    isValidElement(node) && node.type === AmountField
  return field.props.children.find(isAmount)?.props
}

test.each([
  ['a top-up', topup],
  ['a PIN', card],
])('%s with a range of amounts shows it on its tile, and its form asks for the amount', (_what, of) => {
  expect(drawn(<AmountTiles products={[of]} label="" onPick={() => undefined} />)).toContain('De $10 a $500')
  expect(askedFor(of)?.field).toContain('De $10 a $500.')
  expect(askedFor(of)?.reason).toBe('Falta un importe que se pueda pagar')
  expect(askedFor(of, 750)?.field).toContain('El mínimo es $10.')
  expect(askedFor(of, 2_500)).toBeNull()
  expect(askedFor({ ...of, amountCentavos: 10_000, range: null })).toBeNull()
})

test('the amount that was typed for a customer is forgotten when the form begins anew, also for the same product', () => {
  const checkout = new FakeVasTill().open([])
  const pick = () => {
    checkout.dispatch({ type: 'providerPicked', provider })
    checkout.dispatch({ type: 'productPicked', product: topup })
  }
  const draftNow = () => {
    const state = checkout.state()
    if (state.step !== 'form') throw new Error(`the step is ${state.step}`)
    return state.draft
  }
  const shown: (number | null | undefined)[] = []
  // Each is done after one drawing of the form, and causes the next.
  const acts: ((field: AmountProps | undefined) => void)[] = [
    (field) => field?.onAmount(2_500),
    () => checkout.dispatch({ type: 'restarted' }),
    pick,
  ]
  const Form = () => {
    const [draft, setDraft] = useState(draftNow)
    const field = amountFieldOf(useOpenAmount({ checkout, draft })?.field)
    shown.push(field?.amountCentavos)
    acts.shift()?.(field)
    if (draft !== draftNow()) setDraft(draftNow())
    return null
  }
  pick()
  renderToStaticMarkup(<Form />)
  expect(shown).toEqual([null, 2_500, undefined, null])
})
