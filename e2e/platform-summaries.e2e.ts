import { describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { demoApi } from './store-api.ts'
import { stories } from './stories.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

/** A few airtime sales at the sandbox, which answers within moments. */
async function sell() {
  const cashier = await demoApi(demo.url, 'cashier')
  const { storeId } = cashier
  const catalog = await cashier.get<{ items: { id: string; amountCentavos: number | null }[] }>(
    `/vas/catalog?kind=airtime&storeId=${storeId}`,
  )
  const product = catalog.items.find(({ amountCentavos }) => amountCentavos !== null)
  for (const last of ['1', '2', '3'])
    await cashier.post('/vas/sale', {
      storeId,
      productId: product?.id,
      amountCentavos: product?.amountCentavos,
      reference: `555123450${last}`,
      payment: { method: 'CASH' },
    })
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
