import { beforeEach, describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { allKept } from './device-orders.ts'
import { rerouted } from './held.ts'
import { stories } from './stories.ts'
import { faultsOf } from './till-law.ts'
import { signIn, type Visit } from './visit.ts'

const demo = stories()
let visit: Visit

beforeEach(async () => {
  visit = await demo.open({ width: 1024, height: 768 })
  await signIn(visit, 'cashier')
  await visit.page.getByRole('tab', { name: 'Pines' }).click()
})

const heading = (name: string | RegExp) => visit.page.getByRole('heading', { name, level: 1 })
const button = (name: string | RegExp) =>
  visit.page.getByRole('button', { name, exact: typeof name === 'string' })

async function reviewPin(brand: string, amount: string): Promise<void> {
  await button(brand).click()
  await visit.page.getByRole('group', { name: '¿Cuánto?' }).getByRole('button', { name: amount }).click()
  await visit.page.getByRole('heading', { name: 'Revisa antes de vender' }).waitFor()
}

async function sellPin(brand: string, amount: string): Promise<string> {
  await reviewPin(brand, amount)
  await button(/^Vender \$/).click()
  await heading(/^Venta exitosa/).waitFor({ timeout: patient(30_000) })
  return visit.page.getByTestId('pin').innerText()
}

const kept = () => allKept(visit.page)

const inClear = /^\d{4} \d{4} \d{4} \d{4}$/
const bare = (code: string) => code.replaceAll(' ', '')

describe('a cashier sells a gift PIN', () => {
  test('whose code is shown in large type once, printed, and masked from then on', async () => {
    const { page, picture } = visit
    await button('Netflix').waitFor()
    await picture('pin-1-brands')
    await button('Netflix').click()
    await picture('pin-2-amounts')
    await page.getByRole('button', { name: '$150' }).click()
    await page.getByText('Netflix $150').waitFor()
    await picture('pin-3-confirm')
    await button('$200').click()
    await button('Vender $150.00').click()
    await heading('Venta exitosa: entrega el PIN').waitFor()
    await picture('pin-4-approved')

    const code = await page.getByTestId('pin').innerText()
    expect(code).toMatch(inClear)
    const masked = `****${bare(code).slice(-4)}`
    await page.getByText('Solo se muestra esta vez').waitFor()
    await page.getByText('netflix.com/redeem').first().waitFor()
    const change = page.getByRole('status').getByText('$50.00', { exact: true })
    const next = page.getByRole('button', { name: /^Nueva venta/ })
    expect(await faultsOf(page, 'PIN', [change, page.getByTestId('pin'), next])).toEqual([])
    const receipt = page.getByRole('complementary', { name: 'Tarjeta o PIN' })
    await expect.poll(() => receipt.innerText()).toContain(masked)
    expect(await receipt.innerText()).not.toContain(code)
    await receipt.getByRole('button', { name: 'Enviar ticket' }).click()
    const link = page.getByRole('dialog').getByRole('link', { name: 'Abrir WhatsApp' })
    const sent = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text')
    expect(sent).toContain(masked)
    expect(bare(sent ?? '')).not.toContain(bare(code))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await kept()).not.toContain(bare(code))
    expect(await kept()).not.toContain(code)

    for (const width of ['58', '80']) {
      await page.getByRole('radiogroup', { name: 'Ancho del papel' }).getByText(`${width} mm`).click()
      await page.emulateMedia({ media: 'print' })
      await expect.poll(() => page.locator('.print-only').innerText()).toContain(code)
      await picture(`pin-5-paper-${width}`)
      await page.emulateMedia({ media: 'screen' })
    }

    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByTestId('pin').innerText()).toBe(code)

    await page.reload()
    await button('Netflix').waitFor()
    await button('Ventas').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Netflix/ })
      .first()
      .click()
    await page.getByTestId('pin').waitFor()
    await expect.poll(() => page.getByTestId('pin').innerText()).toBe(masked)
    expect(await page.content()).not.toContain(code)
    await picture('pin-6-masked')
    const reprint = button('Reimprimir PIN')
    await expect.poll(() => reprint.getAttribute('aria-disabled')).toBe('true')
  })

  test('and copies it', async () => {
    const { page, context } = visit
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const code = await sellPin('Spotify', '$139')
    // The button says so for one second only.
    const confirmation = button('Copiado').waitFor()
    await button('Copiar PIN').click()
    await confirmation
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(bare(code))
  })

  test('and two in a row are two codes, because people buy several', async () => {
    const first = await sellPin('Xbox', '$200')
    await button('Nueva venta').click()
    const second = await sellPin('Xbox', '$200')
    expect(second).toMatch(inClear)
    expect(second).not.toBe(first)
  })

  test('finds a brand by a few letters', async () => {
    const { page } = visit
    await button('Amazon').waitFor()
    await page.getByRole('searchbox').fill('play')
    const tiles = page.getByRole('group', { name: '¿De qué marca?' }).getByRole('button')
    await expect
      .poll(() => tiles.allInnerTexts())
      .toEqual([expect.stringContaining('Google'), expect.stringContaining('PlayStation')])
    await page.getByRole('searchbox').fill('nada')
    await page.getByText('Ninguna marca se llama así').waitFor()
  })
})

describe('a code whose answer is lost', () => {
  test('is not shown again: a supervisor reprints it with a reason, three times at most', async () => {
    const { page, picture } = visit
    let shown = ''
    let lost = 0
    await page.route('**/vas/sale', async (route) => {
      if (lost++ > 0) return route.continue()
      const { pin } = (await (await route.fetch()).json()) as { pin: { code: string } }
      shown = pin.code
      await route.abort('connectionreset')
    })
    const masked = await sellPin('Roblox', '$400')
    expect(masked).toBe(`****${shown.slice(-4)}`)
    await heading('Venta exitosa: falta entregar el PIN').waitFor()
    await page.getByText(/Ya se mostró/).waitFor()
    await picture('pin-7-lost-answer')
    await expect.poll(() => button('Reimprimir PIN').getAttribute('aria-disabled')).toBe('true')

    const supervisor = await demo.open({ width: 1024, height: 768 })
    await signIn(supervisor, 'supervisor', '/caja?tab=pines')
    const till = supervisor.page
    await till.getByRole('button', { name: 'Ventas', exact: true }).click()
    const open = () =>
      till
        .getByRole('dialog')
        .getByRole('button', { name: /Roblox/ })
        .first()
        .click()
    for (const left of [
      'Quedan 2 reimpresiones.',
      'Queda 1 reimpresión.',
      'Esta fue la última reimpresión.',
    ]) {
      await open()
      await till.getByRole('button', { name: 'Reimprimir PIN' }).click()
      await till.getByRole('button', { name: 'Reimprimir PIN' }).click()
      const reason = till.getByLabel('¿Por qué se muestra otra vez?')
      await reason.fill('ya')
      await till.getByRole('button', { name: 'Reimprimir PIN' }).click()
      await till.getByText('Escribe al menos 3 letras.').waitFor()
      await supervisor.picture('pin-8-reprint-reason')
      await reason.fill('Se fue la luz al imprimir')
      await till.getByRole('button', { name: 'Reimprimir PIN' }).click()
      await till.getByText(left).waitFor()
      expect(bare(await till.getByTestId('pin').innerText())).toBe(shown)
      await supervisor.picture('pin-9-reprinted')
      await till.keyboard.press('Escape')
      await till.getByTestId('pin').waitFor({ state: 'detached' })
    }
    await open()
    await expect.poll(() => till.getByTestId('pin').innerText()).toBe(masked)
    await till.getByRole('button', { name: 'Reimprimir PIN' }).click()
    await till.getByLabel('¿Por qué se muestra otra vez?').fill('Otra vez se atascó')
    await till.getByRole('button', { name: 'Reimprimir PIN' }).click()
    await till.getByText('Este PIN ya se reimprimió 3 veces').waitFor()
    await supervisor.picture('pin-10-reprint-limit')
    expect(supervisor.complaints).toEqual([])
    await supervisor.context.close()
  })
})

describe('a PIN sale that the server refuses', () => {
  test('is not attempted, says why, and can be repeated with the same choice', async () => {
    const { page, picture } = visit
    const restore = await rerouted(page, '**/vas/sale', (route) =>
      route.fulfill({
        status: 402,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'insufficient_funds', title: 'Too little', status: 402 }),
      }),
    )
    await reviewPin('Amazon', '$500')
    await button('Vender $500.00').click()
    await heading('No se envió').waitFor()
    await page.getByText(/saldo del negocio no alcanza/).waitFor()
    await picture('pin-11-refused')
    await button('Corregir y reintentar').click()
    await page.getByRole('group', { name: '¿Cuánto?' }).waitFor()
    restore()
    await page.getByRole('button', { name: '$200' }).click()
    await button('Vender $200.00').click()
    await heading('Venta exitosa: entrega el PIN').waitFor()
  })
})

test('behind another tab, announces its end and keeps its code unseen', async () => {
  const { page, picture } = visit
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/vas/sale', async (route) => {
    const answer = await route.fetch()
    await held
    await route.fulfill({ response: answer })
  })
  await reviewPin('Apple', '$200')
  await button('Vender $200.00').click()
  await heading('Enviando a Apple…').waitFor()
  await picture('pin-12-processing')
  await page.getByRole('tab', { name: 'TAE' }).click()
  release()
  await page.getByText('El PIN de Apple quedó listo en la pestaña “Pines”').waitFor()
  await page.getByRole('tab', { name: /Pines/ }).click()
  await expect.poll(() => page.getByTestId('pin').innerText()).toMatch(inClear)
})
