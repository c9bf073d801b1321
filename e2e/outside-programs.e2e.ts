import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { type OpenDatabase, openDemo } from './demo.ts'
import { demoApi } from './store-api.ts'
import { stories } from './stories.ts'

let opened: OpenDatabase
const demo = stories({
  opens: async () => {
    opened = await openDemo({ MOSTRADOR_WEBHOOKS_ALLOW_PRIVATE: 'on' })
    return opened
  },
  window: { width: 1366, height: 900 },
})
let receiver: Server
let address: string
/** Puts off the next attempt, which otherwise comes whenever the story is slow. Returns how many were made. */
async function attemptsUntilHeld(): Promise<number> {
  let tries = 0
  const hold = async () => {
    const { rows } = await opened.admin.query<{ tries: number }>(
      `update events.webhook_deliveries set next_attempt_at = clock_timestamp() + interval '1 hour'
        where status = 'PENDING' and tries > 0 and leased_until is null returning tries`,
    )
    tries = rows[0]?.tries ?? 0
    return rows.length
  }
  await expect.poll(hold).toBe(1)
  return tries
}

/** What the shop's own program answers from now on. */
let status = 500
const received: { id: string; type: string }[] = []

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { type } = JSON.parse(Buffer.concat(parts).toString()) as { type: string }
    received.push({ id: String(request.headers['webhook-id']), type })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/avisos`
})
afterAll(async () => {
  receiver.close()
})

test('a manager adds a webhook for shifts, sees that it fails, and sends the event again', async () => {
  const { page, picture } = await demo.visitAs('manager', { at: '/negocio/webhooks' })
  await page.getByRole('heading', { name: 'Sin webhooks' }).waitFor()
  await picture('webhooks-1-empty')
  await page.getByRole('button', { name: 'Nuevo webhook' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Solo de lo que elija').check()
  await form.getByRole('button', { name: 'Guardar' }).click()
  await form.getByText('Escribe una dirección completa').waitFor()
  await form.getByText('Elige al menos un aviso.').waitFor()
  await expect.poll(() => form.getByLabel('Todo el negocio').isDisabled()).toBe(true)
  await form.getByLabel('Dirección (URL)').fill(address)
  await form.getByLabel('Para qué es').fill('Contabilidad')
  await form.getByLabel('Turno abierto').check()
  await form.getByLabel('Turno cerrado').check()
  await picture('webhooks-2-form')
  await form.getByRole('button', { name: 'Guardar' }).click()
  const secret = await page.getByLabel('Secreto de firma').inputValue()
  expect(secret).toMatch(/^whsec_/)
  await picture('webhooks-3-secret')
  await page.getByRole('button', { name: 'Ya lo guardé' }).click()
  expect(await page.content()).not.toContain(secret)

  const supervisor = await demoApi(demo.url, 'supervisor')
  await supervisor.post('/pos/shifts', { storeId: supervisor.storeId, openingFloatCentavos: 50_000 })
  const tries = await attemptsUntilHeld()
  await page.getByRole('cell', { name: /Contabilidad/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Contabilidad' })
  await drawer.getByText('HTTP 500').waitFor()
  await drawer.getByText(/Fallando desde/).waitFor()
  await picture('webhooks-4-failing')
  const again = drawer.getByRole('button', { name: 'Enviar otra vez: Turno abierto' })
  await expect.poll(() => again.getAttribute('aria-description')).toBe('Ya va en camino.')
  expect(received.map(({ type }) => type)).toEqual(Array(tries).fill('shift.opened'))

  status = 204
  await opened.admin.query(
    `update events.webhook_deliveries set next_attempt_at = clock_timestamp() where status = 'PENDING'`,
  )
  await drawer.getByText('Entregado', { exact: true }).waitFor({ timeout: patient(60_000) })
  const [first] = received
  await again.click()
  await page.getByText('Va otra vez en camino.').waitFor()
  await expect.poll(() => received.length).toBe(tries + 2)
  expect(new Set(received.map(({ id }) => id))).toEqual(new Set([first?.id]))

  await drawer.getByRole('button', { name: 'Pausar' }).click()
  await drawer.getByText('En pausa').waitFor()
  await drawer.getByRole('button', { name: 'Cambiar secreto' }).click()
  await page.getByRole('dialog', { name: '¿Cambiar' }).getByRole('button', { name: 'Cambiar' }).click()
  const other = await page.getByLabel('Secreto de firma').inputValue()
  expect(other).toMatch(/^whsec_/)
  expect(other).not.toBe(secret)
})

test('a webhook whose receiver answers 410 is disabled, says why, and can be enabled again', async () => {
  status = 410
  const manager = await demoApi(demo.url, 'manager')
  await manager.post('/pos/webhooks', {
    storeId: manager.storeId,
    url: address,
    description: 'Bodega',
    types: ['shift.opened'],
  })
  await manager.post('/pos/shifts', { storeId: manager.storeId, openingFloatCentavos: 10_000 })
  const { page, picture } = await demo.visitAs('manager', { at: '/negocio/webhooks', colorScheme: 'dark' })
  await page.getByRole('row', { name: /Bodega/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Bodega' })
  await drawer.getByText('HTTP 410').waitFor()
  await page.reload()
  await drawer.getByText('esa dirección ya no existe').waitFor()
  await drawer.getByText('Apagado por fallas').waitFor()
  await picture('webhooks-5-disabled-dark')
  await drawer.getByRole('button', { name: 'Encender' }).click()
  await drawer.getByText('Encendido').waitFor()
})

test('a manager connects a provider account, checks its balance, and removes it', async () => {
  const { page, picture } = await demo.visitAs('manager', { at: '/negocio/conexiones' })
  await page.getByRole('heading', { name: 'Sin cuentas conectadas' }).waitFor()
  await page.getByRole('button', { name: 'Conectar cuenta' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nombre').fill('Cuenta principal')
  await form.getByRole('textbox', { name: 'Llave' }).fill('con espacio')
  await form.getByRole('textbox', { name: 'Secreto' }).fill('s3cr3t-of-nobody')
  await form.getByRole('button', { name: 'Conectar cuenta' }).click()
  await form.getByText('De 4 a 200 caracteres').waitFor()
  await form.getByRole('textbox', { name: 'Llave' }).fill('sandbox-merchant')
  await picture('connections-1-form')
  await form.getByRole('button', { name: 'Conectar cuenta' }).click()
  await page.getByRole('row', { name: /Cuenta principal.*hant.*Sin probar/ }).waitFor()
  expect(await page.content()).not.toContain('s3cr3t')
  await page.getByRole('button', { name: 'Consultar el saldo de Cuenta principal' }).click()
  await page.getByRole('row', { name: /Cuenta principal.*Rechaza la llave/ }).waitFor()

  await page.getByRole('button', { name: 'Conectar cuenta' }).click()
  await form.getByLabel('Nombre').fill('Cuenta nueva')
  await form.getByRole('textbox', { name: 'Llave' }).fill('sandbox-merchant')
  await form.getByRole('textbox', { name: 'Secreto' }).fill('sandbox-merchant')
  await form.getByRole('button', { name: 'Conectar cuenta' }).click()
  await page.getByRole('button', { name: 'Consultar el saldo de Cuenta nueva' }).click()
  await page.getByRole('row', { name: /Cuenta nueva.*Contesta.*\$10,000\.00/ }).waitFor()
  await picture('connections-2-list')
  await page.getByRole('button', { name: 'Quitar Cuenta principal' }).click()
  await page.getByRole('dialog', { name: '¿Quitar' }).getByRole('button', { name: 'Quitar' }).click()
  await expect.poll(() => page.getByText('Cuenta principal').count()).toBe(0)
  await page.getByRole('row', { name: /Cuenta nueva/ }).waitFor()
})

test('a cashier sees the connected accounts, and why they cannot add one', async () => {
  const { page } = await demo.visitAs('cashier', { at: '/negocio/conexiones' })
  const connect = page.getByRole('button', { name: 'Conectar cuenta' })
  await expect.poll(() => connect.getAttribute('aria-disabled')).toBe('true')
  await page.goto('/negocio/webhooks')
  await page.getByRole('heading', { name: 'Aquí no puedes entrar' }).waitFor()
})

test('a demoted manager’s webhook is paused, says why, and another manager resumes it', async () => {
  const [manager, owner] = [await demoApi(demo.url, 'manager'), await demoApi(demo.url, 'owner')]
  const { storeId } = manager
  await manager.post('/pos/webhooks', {
    storeId,
    url: address,
    description: 'Reparto',
    types: ['shift.opened'],
  })
  const key = 'sandbox-merchant'
  await manager.post('/pos/connections', {
    storeId,
    provider: 'dtone',
    name: 'Cuenta de antes',
    apiKey: key,
    apiSecret: key,
  })
  const { items } = await owner.get<{ items: { id: string; email: string; name: string }[] }>(
    `/pos/memberships?storeId=${storeId}&limit=200`,
  )
  const member = items.find(({ email }) => email === 'manager@demo.mostrador.test')
  const why = `${member?.name} ya no es gerente`
  await owner.patch(`/pos/memberships/${member?.id}`, { role: 'supervisor' })
  try {
    const { page, picture } = await demo.visitAs('owner', { at: '/negocio/webhooks' })
    await page.getByRole('row', { name: /Reparto.*En pausa/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Reparto' })
    await drawer.getByText(why).waitFor()
    await drawer.getByText('Si lo enciendes, queda a tu cargo.').waitFor()
    await picture('webhooks-6-paused')
    await drawer.getByRole('button', { name: 'Encender' }).click()
    await drawer.getByText('Encendido').waitFor()
    expect(await drawer.getByText(why).count()).toBe(0)

    await page.goto('/negocio/conexiones')
    const row = page.getByRole('row', { name: /Cuenta de antes/ })
    await row.getByText('En pausa').waitFor()
    const alert = page.getByRole('alert').filter({ hasText: '“Cuenta de antes” está en pausa' })
    await alert.getByText(why).waitFor()
    await picture('connections-3-paused')
    await row.getByRole('button', { name: 'Reanudar Cuenta de antes' }).click()
    const sure = page.getByRole('dialog', { name: '¿Reanudar' })
    await sure.getByText('queda a tu cargo').waitFor()
    await sure.getByRole('button', { name: 'Reanudar' }).click()
    await expect.poll(() => row.getByText('En pausa').count()).toBe(0)
    await row.getByText('Sin probar').waitFor()
    expect(await alert.count()).toBe(0)
  } finally {
    await owner.patch(`/pos/memberships/${member?.id}`, { role: 'manager' })
  }
})
