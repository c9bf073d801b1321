import { describe, expect, test } from 'vitest'
import { faultsOnPhone, phone } from './phone-law.ts'
import { settled } from './stillness.ts'
import { demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import type { Visit } from './visit.ts'

const demo = stories({ window: { ...phone, isTouched: true, isStill: true } })

/** Looks at each place of a story, with a picture. */
function lookingAt({ page, picture }: Visit) {
  const faults: string[] = []
  const look = async (name: string) => {
    await settled(page)
    faults.push(...(await faultsOnPhone(page)).map((fault) => `${name}: ${fault}`))
    await picture(`phone-${name}`)
  }
  return { faults, look }
}

describe('the law of phones', () => {
  test('finds what lies beside the screen, and text that is cut', async () => {
    const { page } = await demo.open()
    await page.goto('/entrar')
    await page.getByLabel('Correo electrónico').waitFor()
    expect(await faultsOnPhone(page)).toEqual([])
    await page.evaluate(() => {
      const add = (text: string, style: string) => {
        const element = document.createElement('p')
        element.textContent = text
        element.style.cssText = `white-space: nowrap; ${style}`
        document.body.append(element)
      }
      add('ends with an ellipsis', 'width: 60px; overflow: hidden; text-overflow: ellipsis')
      add('lies beside', 'position: absolute; top: 0; left: 350px')
      add('can be scrolled to', 'width: 60px; overflow: auto')
      add('is for screen readers', 'width: 1px; height: 1px; overflow: hidden')
    })
    const found = (await faultsOnPhone(page)).join('\n')
    expect(found).toMatch(/the page is \d+ px wide/)
    expect(found).toMatch(/“ends with an ellipsis” is cut by p/)
    expect(found).toMatch(/“lies beside” is cut by the edge of the screen/)
    expect(found).not.toMatch(/can be scrolled to|is for screen readers/)
  })
})

describe('with a phone', () => {
  test('a cashier sells goods: the cart is a bar that opens', async () => {
    const visit = await demo.visitAs('cashier', { at: '/caja?tab=productos' })
    const { page } = visit
    const till = tillSteps(visit)
    const { faults, look } = lookingAt(visit)
    const bar = till.button(/^Ver cuenta/)
    await till.shelf()
    await till.withShift()
    await look('till')
    await expect.poll(() => bar.innerText()).toContain('0 productos')
    await till.pick('Aceite vegetal')
    await till.pick('Refresco de cola')
    await settled(page)
    await expect.poll(() => bar.innerText()).toContain('2 productos')
    await look('cart-closed')
    expect(await till.button(/^Uno más de Aceite/).isVisible()).toBe(false)
    await bar.click()
    await look('cart-open')
    expect(await page.getByRole('searchbox', { name: 'Buscar o escanear' }).isVisible()).toBe(false)
    await till.button(/^Uno más de Refresco/).click()
    await settled(page)
    await till.button('Más acciones de la cuenta').click()
    await look('cart-menu')
    await page.getByRole('menuitem', { name: 'Dar descuento' }).click()
    await look('discount')
    await page.keyboard.press('Escape')
    await till.button(/^Cerrar/).click()
    await till.shelf()
    await till.button(/^Cobrar \$/).click()
    const charge = till.dialog().getByRole('button', { name: /^Cobrar \$/ })
    await charge.waitFor()
    await look('payment')
    await till.dialog().getByText('Mixto').click()
    await look('payment-mixed')
    await till.dialog().getByText('Efectivo', { exact: true }).first().click()
    await till.dialog().getByLabel('Otra cantidad').fill('500')
    await look('payment-cash')
    await charge.click()
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    await look('sold')
    await till.button(/^Nueva venta/).click()
    await till.shelf()
    await expect.poll(() => page.getByText('Cambio de la venta anterior').isVisible()).toBe(true)
    await look('change-kept')
    await till.button('Ventas').click()
    await till.dialog().getByRole('searchbox').waitFor()
    await look('sales')
    expect(faults).toEqual([])
  })

  test('a supervisor approves a discount on the approvals page', async () => {
    const cashier = await demo.visitAs('cashier', { at: '/caja?tab=productos' })
    const till = tillSteps(cashier)
    await till.shelf()
    await till.withShift()
    await till.pick('Aceite vegetal')
    await till.button(/^Ver cuenta/).click()
    await till.button('Más acciones de la cuenta').click()
    await cashier.page.getByRole('menuitem', { name: 'Dar descuento' }).click()
    await cashier.page.getByRole('textbox', { name: 'Por ciento' }).fill('10')
    await cashier.page.getByLabel('Motivo').fill('Envase abollado')
    await till.button('Pedir autorización').click()
    const waiting = lookingAt(cashier)
    await till.button('Autorizar aquí').waitFor()
    await waiting.look('discount-waits')
    await till.button('Autorizar aquí').click()
    await waiting.look('approve-here')
    const visit = await demo.visitAs('supervisor', { at: '/negocio/autorizaciones' })
    const { page } = visit
    const { faults, look } = lookingAt(visit)
    await page.getByText('Envase abollado').first().waitFor()
    await look('approvals')
    await page.getByText('Envase abollado').first().click()
    const approve = page.getByRole('dialog').getByRole('button', { name: 'Autorizar' })
    await approve.waitFor()
    await page.getByRole('dialog').getByText('1 pza · Aceite vegetal 850 ml').waitFor()
    await page.getByRole('dialog').getByText('$4.55', { exact: false }).waitFor()
    await look('approval')
    await approve.click()
    await approve.waitFor({ state: 'detached' })
    expect([...waiting.faults, ...faults]).toEqual([])
    const { get, storeId } = await demoApi(demo.url, 'supervisor')
    const { items } = await get<{ items: { status: string }[] }>(`/pos/approvals?storeId=${storeId}&limit=1`)
    expect(items[0]?.status).toBe('APPROVED')
  })
})
