import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../app.ts'
import { startVasApp, type VasApp } from '../vas-app.ts'
import { type SentCommands, sentCommands } from './sent-commands.ts'

let app: VasApp
let product: string
let commands: SentCommands

beforeAll(async () => {
  app = await startVasApp({ sandbox: { timeScale: 100 } })
  commands = await sentCommands(app.name)
  product = await app.product('Telcel', 10_000)
})
afterAll(async () => {
  await commands.end()
  await app.close()
})

test('a top-up is four transactions on one node, each of one phase and of one or two commands', async () => {
  const { store, cashier } = await app.shop(1_000_000)
  const order = { storeId: store.id, productId: product, reference: '5512345600' }
  let sold: Answer | undefined
  const sent = await commands.during(async () => {
    sold = await app.call(cashier, 'POST', '/vas/sale', order, { 'idempotency-key': 'top-up-0001' })
  })
  expect(sold?.body.status, sold?.text).toBe('COMPLETED')
  expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
  expect(sent).toEqual([
    ['begin transaction', 'app.claim_key', 'vas.open_sale', 'commit'],
    ['begin transaction', 'vas.transition', 'commit'],
    ['begin transaction', 'vas.transition', 'commit'],
    ['begin transaction', 'update app.idempotency_keys', 'commit'],
  ])
})
