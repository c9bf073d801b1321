import { describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { stories } from './stories.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

/** A few airtime sales at the sandbox, which answers within moments. */
async function sell() {
  const { page, context } = await demo.visitAs('cashier')
  const statuses = await page.evaluate(async () => {
    const me = await (await fetch('/auth/me')).json()
    const storeId = me.stores[0].storeId
    const catalog = await (await fetch(`/vas/catalog?kind=airtime&storeId=${storeId}`)).json()
    const product = catalog.items.find(
      (each: { amountCentavos: number | null }) => each.amountCentavos !== null,
    )
    const statuses: number[] = []
    for (const last of ['1', '2', '3']) {
      const answer = await fetch('/vas/sale', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({
          storeId,
          productId: product.id,
          amountCentavos: product.amountCentavos,
          reference: `555123450${last}`,
          payment: { method: 'CASH' },
        }),
      })
      statuses.push(answer.status)
    }
    return statuses
  })
  expect(statuses.every((status) => status < 300)).toBe(true)
  await context.close()
}

describe('the platform’s view of all merchants', () => {
  test('summaries by service, till and merchant', async () => {
    await sell()
    const { page, picture, complaints } = await demo.visitAs('operator', { at: '/administracion/resumenes' })
    await page.getByRole('heading', { name: 'Resúmenes' }).waitFor()
    await page.getByRole('tab', { name: 'Por comercio' }).click()
    await page.getByRole('button', { name: 'Cerrar los días ahora' }).click()
    await page.getByText('Terminado', { exact: true }).waitFor({ timeout: patient(60_000) })
    await picture('platform-summary-1-merchants')
    await page.getByRole('tab', { name: 'Mostrador' }).click()
    await page.getByLabel('Periodo').selectOption('7')
    await page.getByRole('heading', { name: 'Sin ventas en este periodo' }).waitFor()
    await picture('platform-summary-2-sales')
    await page.getByRole('tab', { name: 'Servicios' }).click()
    await page.getByRole('heading', { name: 'Comercios con más ventas' }).waitFor()
    await picture('platform-summary-3-services')
    expect(complaints).toEqual([])
  })

  test('the catalog is synchronized with visible steps', async () => {
    const { page, picture, complaints } = await demo.visitAs('operator', {
      at: '/administracion/servicios',
      colorScheme: 'dark',
    })
    await page.getByRole('heading', { name: 'Estado de los servicios' }).waitFor()
    await page.getByText('Telcel', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Sincronizar catálogo' }).click()
    await page.getByText('Terminado', { exact: true }).waitFor({ timeout: patient(60_000) })
    await page.getByRole('columnheader', { name: 'Paso' }).waitFor()
    await picture('platform-services-dark')
    expect(complaints).toEqual([])
  })
})
