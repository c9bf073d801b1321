import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { openVisit, signIn, type Visit } from './visit.ts'

let product: RunningProduct
let browser: Browser
const visits: Visit[] = []

beforeAll(async () => {
  product = await startProduct()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
afterEach(async () => {
  const complaints = visits.flatMap((visit) => visit.complaints)
  await Promise.all(visits.splice(0).map(({ context }) => context.close()))
  expect(complaints).toEqual([])
})

async function visitAs(who: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
  const visit = await openVisit(browser, product.url, { width: 1366, height: 900, colorScheme })
  visits.push(visit)
  await signIn(visit, who)
  await visit.page.goto('/administracion/comercios')
  return visit
}

describe('one merchant at the platform desk', () => {
  test('an operator diagnoses and recalculates, and is told what is the administrator’s', async () => {
    const { page, picture } = await visitAs('operator')
    await page
      .getByRole('cell', { name: /La Esperanza/ })
      .first()
      .click()
    const suspend = page.getByRole('button', { name: 'Suspender' })
    expect(await suspend.getAttribute('aria-disabled')).toBe('true')
    expect(await suspend.getAttribute('aria-description')).toMatch(/administra/)
    await page.getByRole('tab', { name: 'Diagnóstico' }).click()
    await page.getByText('Puede vender servicios').waitFor()
    await page.getByText('El comercio está verificado').waitFor()
    await picture('platform-merchant-1-diagnosis')
    await page.getByRole('tab', { name: 'Cuentas bancarias' }).click()
    await page.getByText('Verificada', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Verificación' }).click()
    await page.getByRole('button', { name: 'Recalcular' }).click()
    await page
      .getByRole('dialog', { name: /Recalcular la verificación/ })
      .getByRole('button', { name: 'Recalcular' })
      .click()
    await page.getByText('Antes: Verificado. Ahora: Verificado.').waitFor()
    const revoke = page.getByRole('button', { name: 'Revocar' })
    expect(await revoke.getAttribute('aria-disabled')).toBe('true')
  })

  test('an administrator changes on which terms it sells services, and what is not offered is not at its tills', async () => {
    const { page, picture } = await visitAs('admin')
    await page
      .getByRole('cell', { name: /La Esperanza/ })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Condiciones' }).click()
    await page.getByText('Cobra $10.00 por operación').waitFor()
    await page.getByRole('button', { name: 'Cambiar condiciones' }).click()
    const dialog = page.getByRole('dialog', { name: /Condiciones de servicios de/ })
    const bills = dialog.getByRole('group', { name: 'Pago de servicios' })
    await bills.getByLabel('Parte del margen (%)').fill('120')
    await bills.getByText('De 0 a 100').waitFor()
    expect(await dialog.getByRole('button', { name: 'Guardar' }).isDisabled()).toBe(true)
    await bills.getByLabel('Parte del margen (%)').fill('60')
    await bills.getByLabel('Cargo al cliente ($)').fill('12.50')
    await dialog.getByRole('combobox', { name: 'Compañías que no se ofrecen' }).fill('Dish')
    await page.getByRole('option', { name: 'Dish · Pago de servicios' }).click()
    await dialog.getByLabel('Motivo del cambio').fill('Convenio de noviembre')
    await picture('platform-merchant-3-terms')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Cobra $12.50 por operación').waitFor()
    await page.getByText('No se ofrecen: Dish.').waitFor()
    await page.getByText('Gana 60 % del margen').waitFor()
    const till = await openVisit(browser, product.url)
    visits.push(till)
    await signIn(till, 'cashier')
    await till.page.getByRole('tab', { name: 'Servicios' }).click()
    await till.page.getByRole('button', { name: 'CFE', exact: true }).waitFor()
    expect(await till.page.getByRole('button', { name: 'Dish', exact: true }).count()).toBe(0)
  })

  test('an administrator revokes with the name typed, unlocks, and proves the business again', async () => {
    const { page, picture } = await visitAs('admin', 'dark')
    await page
      .getByRole('cell', { name: /La Esperanza/ })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Verificación' }).click()
    await page.getByRole('button', { name: 'Revocar' }).click()
    const asking = page.getByRole('dialog', { name: /Revocar la verificación/ })
    const act = asking.getByRole('button', { name: 'Revocar' })
    await asking.getByLabel('Motivo').fill('El RFC fue cancelado')
    expect(await act.isDisabled()).toBe(true)
    await asking.getByLabel(/^Escribe/).fill('Abarrotes')
    expect(await act.isDisabled()).toBe(true)
    const asked = (await asking.getByText(/^Escribe/).innerText()).match(/“(.+)”/)?.[1] ?? ''
    await asking.getByLabel(/^Escribe/).fill(asked)
    await picture('platform-merchant-2-revoke-dark')
    await act.click()
    await page.getByText('Antes: Verificado. Ahora: Revocada.').waitFor()
    await page.getByText('El RFC fue cancelado').waitFor()

    await page.getByRole('button', { name: 'Desbloquear' }).click()
    const unlocking = page.getByRole('dialog', { name: /Desbloquear la verificación/ })
    await unlocking.getByLabel('Motivo').fill('El RFC está vigente otra vez')
    await unlocking.getByLabel(/^Escribe/).fill(asked)
    await unlocking.getByRole('button', { name: 'Desbloquear' }).click()
    await page.getByText(/^Antes: Revocada/).waitFor()
    await page.getByRole('button', { name: 'Confirmar negocio' }).click()
    const proving = page.getByRole('dialog', { name: /Confirmar el negocio/ })
    await proving.getByLabel('Cómo lo comprobaste').fill('Constancia de situación fiscal')
    await proving.getByRole('button', { name: 'Confirmar negocio' }).click()
    await page.getByText(/Constancia de situación fiscal ·/).waitFor()
    await picture('platform-merchant-3-verification-dark')
  })

  test('the list narrows by verification, and keeps it in the address', async () => {
    const { page, picture } = await visitAs('operator')
    await page.getByLabel('Verificación').selectOption('LOCKED')
    await page.getByRole('heading', { name: 'Nada coincide con tu búsqueda' }).waitFor()
    expect(page.url()).toContain('verificacion=LOCKED')
    await page.getByLabel('Verificación').selectOption('')
    await page
      .getByRole('cell', { name: /La Esperanza/ })
      .first()
      .waitFor()
    await picture('platform-merchant-4-list')
  })
})
