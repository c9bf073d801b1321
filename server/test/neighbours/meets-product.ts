import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { sharedProduct } from '../shared-product.ts'

/** What the previous file has left: its product, by database, and its program. Files share their modules. */
export const before: { product?: string; program?: ChildProcess } = {}

/** The next file: its product works, and is the `same` as that of the previous file or `another`. */
export function meets(which: 'same' | 'another'): void {
  test(`meets ${which} product, which works`, async () => {
    const app = await sharedProduct()
    if (which === 'same') expect(app.name).toBe(before.product)
    else expect(app.name).not.toBe(before.product)
    const { id: storeId, manager } = await app.world.store()
    const product = { storeId, name: 'Café de olla', priceCentavos: 2_500 }
    expect((await app.call(manager, 'POST', '/pos/products', product)).status).toBe(201)
    expect((await app.call(undefined, 'GET', '/readyz')).status).toBe(200)
    expect(Date.now(), 'the clock that a neighbour has set').toBeGreaterThan(Date.UTC(2020))
  })
  remembers()
}

/** Records at the end of a file which product it had. */
export function remembers(): void {
  afterAll(async () => {
    before.product = (await sharedProduct()).name
  })
}
