import { describe, expect, test } from 'vitest'
import { settled } from './stillness.ts'
import { demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { meetOldSession } from './visit.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

/** Appends the check digit to 17 digits of a CLABE. */
function clabeOf(digits: string): string {
  const sum = [...digits].reduce(
    (total, digit, n) => total + ((Number(digit) * ([3, 7, 1][n % 3] ?? 1)) % 10),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Leaves a merchant's cases waiting: an account, two deposits and a payout. */
async function fillQueues() {
  const owner = await demoApi(demo.url, 'owner')
  const { storeId } = owner
  const accounts = await owner.get<{ items: { id: string; status: string }[] }>(
    '/pos/settlements/bank-account',
  )
  const verified = accounts.items.find(({ status }) => status === 'VERIFIED')
  await owner.post('/pos/settlements/bank-account', {
    storeId,
    clabe: clabeOf('01218000118359719'),
    holder: 'Abarrotes La Esperanza SA',
  })
  for (const [claveRastreo, amountCentavos] of [
    ['MBAN01202611210001', 250_000],
    ['MBAN01202611210002', 87_550],
  ] as const) {
    const paidOn = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await owner.post('/pos/deposits', { storeId, amountCentavos, claveRastreo, paidOn, bank: 'BBVA' })
  }
  await owner.post('/pos/settlements/requests', {
    storeId,
    amountCentavos: 120_000,
    bankAccountId: verified?.id,
  })
}

describe('the work queues of the platform', () => {
  test('start empty with an explanation, then take every decision', async () => {
    // What was at work when the demo was stored waits for this one's worker.
    const operator = await demoApi(demo.url, 'operator')
    await expect
      .poll(() => operator.get<{ items: unknown[] }>('/platform/workflows/stalled'))
      .toMatchObject({ items: [] })
    const { page, picture } = await demo.visitAs('operator')
    await page.getByRole('heading', { name: 'Pendientes' }).waitFor()
    await page.getByRole('heading', { name: 'Ninguna cuenta aquí' }).waitFor()
    await picture('platform-1-empty-queue')
    await fillQueues()

    await page.reload()
    await page.getByRole('cell', { name: 'Abarrotes La Esperanza SA' }).waitFor()
    // What waits next door is counted, without going there.
    for (const [name, count] of [
      ['Cuentas', '1'],
      ['Depósitos', '2'],
      ['Liquidaciones', '1'],
    ] as const)
      await expect
        .poll(() => page.getByRole('tab', { name: new RegExp(`^${name}`) }).innerText())
        .toMatch(new RegExp(`${count}$`))
    await picture('platform-7-counts')
    await page.getByRole('cell', { name: 'Abarrotes La Esperanza SA' }).click()
    const drawer = page.getByRole('dialog', { name: 'Abarrotes La Esperanza SA' })
    await drawer.getByText('•••• ').waitFor()
    await picture('platform-2-account')
    await drawer.getByRole('button', { name: 'Rechazar' }).click()
    const asking = page.getByRole('dialog', { name: /Rechazar la cuenta/ })
    await asking.getByLabel('Motivo').fill('El titular no coincide con el RFC')
    await asking.getByRole('button', { name: 'Rechazar' }).click()
    await page.getByText('Cuenta rechazada.').waitFor()
    await page.getByRole('heading', { name: 'Ninguna cuenta aquí' }).waitFor()

    await page.getByRole('tab', { name: 'Depósitos' }).click()
    await page.getByRole('cell', { name: 'MBAN01202611210001' }).click()
    await picture('platform-3-deposit')
    await page.getByRole('button', { name: 'Abonar' }).click()
    await page
      .getByRole('dialog', { name: /Abonar \$2,500.00/ })
      .getByRole('button', { name: 'Abonar' })
      .click()
    await page.getByText(/\$2,500.00 abonados a/).waitFor()
    await page.getByRole('cell', { name: 'MBAN01202611210002' }).click()
    await page.getByRole('button', { name: 'Rechazar' }).click()
    const refusing = page.getByRole('dialog', { name: /Rechazar el depósito/ })
    await refusing.getByLabel('Motivo').fill('No llegó al banco')
    await refusing.getByRole('button', { name: 'Rechazar' }).click()
    await page.getByRole('heading', { name: 'Ningún depósito aquí' }).waitFor()
    await page.getByText('Abonados', { exact: true }).click()
    await page.getByRole('cell', { name: 'MBAN01202611210001' }).waitFor()
  })

  test('take a payout from its request to a returned transfer, with a confirmation', async () => {
    const visit = await demo.visitAs('operator', {
      at: '/administracion/pendientes?estado=liquidaciones',
      colorScheme: 'dark',
    })
    const { page, picture } = visit
    // The first step is refused.
    await meetOldSession(visit, '**/pos/settlements/requests/*/status')
    const step = async (button: string, fill?: [label: string, value: string]) => {
      await page.getByRole('cell', { name: '$1,200.00' }).click()
      await page
        .getByRole('dialog', { name: /^\$1,200/ })
        .getByRole('button', { name: button })
        .click()
      const asking = page.getByRole('dialog', { name: `${button}: $1,200.00` })
      if (fill !== undefined) await asking.getByLabel(fill[0]).fill(fill[1])
      await asking.getByRole('button', { name: button }).click()
    }
    await step('Aprobar')
    const confirming = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await confirming.getByRole('textbox', { name: 'Contraseña' }).fill('not-the-password-at-all')
    await confirming.getByRole('button', { name: 'Confirmar' }).click()
    await confirming.getByText('La contraseña no es correcta.').waitFor()
    await picture('platform-4-confirm-dark')
    await confirming.getByRole('textbox', { name: 'Contraseña' }).fill('mostrador-demo-2026')
    await confirming.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByRole('heading', { name: 'Ninguna liquidación aquí' }).waitFor()

    await page.getByText('Aprobadas', { exact: true }).click()
    await step('Enviar al banco')
    await page.getByText('En envío', { exact: true }).click()
    await page.getByRole('cell', { name: '$1,200.00' }).click()
    const sending = page.getByRole('dialog', { name: /^\$1,200/ })
    expect(await sending.getByText(/^\d{18}$/).count()).toBe(0)
    await sending.getByRole('button', { name: 'Ver CLABE completa' }).click()
    await expect.poll(() => sending.getByLabel('CLABE', { exact: true }).inputValue()).toMatch(/^\d{18}$/)
    await sending.getByRole('button', { name: 'Copiar' }).waitFor()
    await picture('platform-5-clabe-dark')
    await sending.getByRole('button', { name: 'Ocultar' }).click()
    await sending.getByRole('button', { name: 'Ver CLABE completa' }).waitFor()
    await page.keyboard.press('Escape')
    await step('Marcar pagada', ['Clave de rastreo', 'SPEI20261121X'])
    await page.getByText('Pagadas', { exact: true }).click()
    await page.getByRole('cell', { name: '$1,200.00' }).click()
    await page.getByText('SPEI20261121X').waitFor()
    await picture('platform-5-paid-dark')
    await page.keyboard.press('Escape')
    await step('Marcar devuelta', ['Motivo', 'Cuenta cancelada en el banco'])
    await page.getByRole('heading', { name: 'Ninguna liquidación aquí' }).waitFor()
  })

  test('show reviews and failed jobs, empty with an explanation', async () => {
    const { page, picture } = await demo.visitAs('operator')
    await page.getByRole('tab', { name: 'Ventas en revisión' }).click()
    await page.getByRole('heading', { name: 'Ninguna venta en revisión' }).waitFor()
    await page.getByRole('tab', { name: 'Procesos' }).click()
    await page.getByRole('heading', { name: 'Ningún proceso aquí' }).waitFor()
    await picture('platform-6-workflows')
    expect(page.url()).toContain('estado=procesos')
  })

  test('an open queue says of its polling that nobody is there, until somebody is', async () => {
    const visit = await demo.visitAs('operator')
    const { page } = visit
    await page.getByRole('heading', { name: 'Pendientes' }).waitFor()
    await page.clock.install()
    await page.reload()
    await page.getByRole('heading', { name: 'Pendientes' }).waitFor()
    // A read that is still on its way would time out when the clock is put forward.
    await settled(page)
    const marks: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') marks.push(request.headers()['mostrador-unattended'])
    })
    await page.mouse.move(300, 300)
    marks.length = 0
    await page.clock.fastForward('02:00')
    // The clock runs, so one more may be asked for while somebody is still there.
    await expect.poll(() => marks.at(-1)).toBe('1')
    expect(new Set(marks.slice(marks.indexOf('1')))).toEqual(new Set(['1']))
    await page.mouse.move(310, 310)
    marks.length = 0
    await page.reload()
    await expect.poll(() => marks.length).toBeGreaterThan(0)
    expect(new Set(marks)).toEqual(new Set([undefined]))
  })
})
