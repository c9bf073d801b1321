import type { Profile } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ScanAct } from '../../ui/scanner/meanings.ts'
import type * as NewProduct from '../goods/new-product-dialog.tsx'
import { fakeGoods } from '../selling/cart/fake-goods.ts'
import type * as MissingGoods from './use-missing-goods.tsx'

type Missing = ReturnType<typeof MissingGoods.useMissingGoods>
type DialogProps = ComponentProps<typeof NewProduct.NewProductDialog>

let useMissingGoods: typeof MissingGoods.useMissingGoods
let NewProductDialog: typeof NewProduct.NewProductDialog
let MeContext: typeof import('../../session/me/me.ts').MeContext

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('navigator', { onLine: true })
  const storage = { getItem: () => null, setItem: () => undefined }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  useMissingGoods = (await import('./use-missing-goods.tsx')).useMissingGoods
  NewProductDialog = (await import('../goods/new-product-dialog.tsx')).NewProductDialog
  MeContext = (await import('../../session/me/me.ts')).MeContext
})
afterAll(() => vi.unstubAllGlobals())

/** The dialog for a new product, as it was drawn. */
function newProductOf(dialog: ReactNode): DialogProps | undefined {
  if (!isValidElement<{ children: ReactNode[] }>(dialog)) return undefined
  const isNewProduct = (node: ReactNode): node is ReactElement<DialogProps> =>
    isValidElement(node) && node.type === NewProductDialog
  return dialog.props.children.find(isNewProduct)?.props
}

/** Adds goods to the catalog by the last of these acts. @returns what came into the cart */
function catalogued(actsOf: (missing: Missing) => readonly ScanAct[]): [string, number][] {
  const added: [string, number][] = []
  // Each is done after one drawing of the counter, and causes the next.
  const steps: ((missing: Missing) => void)[] = [
    (missing) =>
      actsOf(missing)
        .find(({ label }) => label === 'Agregar al catálogo')
        ?.run(),
    ({ dialog }) => newProductOf(dialog)?.onAdded(fakeGoods('veladora', 4_250)),
  ]
  const Counter = () => {
    const missing = useMissingGoods({
      ...{ storeId: 's1', items: [] },
      onAdd: ({ variantId }, quantity) => added.push([variantId, quantity]),
      onCatalogued: () => undefined,
    })
    steps.shift()?.(missing)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MeContext value={{ stores: [] } as Partial<Profile> as Profile}>
        <Counter />
      </MeContext>
    </QueryClientProvider>,
  )
  return added
}

test.each([
  ['a code that was scanned', (missing: Missing) => missing.ofCode('7501000000012', 3)],
  ['a code that was typed', (missing: Missing) => missing.ofText('7501000000012', 3)],
  ['a name that nothing has', (missing: Missing) => missing.ofText('Veladora', 3)],
])('the quantity before %s is sold of the goods that are added to the catalog', (_what, actsOf) => {
  expect(catalogued(actsOf)).toEqual([['veladora', 3]])
})
