import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailCatcher } from '../../src/adapters/mail/catcher.ts'
import { type Answer, type RunningProduct, startProduct } from '../app.ts'
import { type Tills, tillsOf } from '../till.ts'
import { type SentCommands, sentCommands } from './sent-commands.ts'

let app: RunningProduct
let tills: Tills
let commands: SentCommands

beforeAll(async () => {
  app = await startProduct({}, { mailer: mailCatcher() })
  commands = await sentCommands(app.name)
  tills = tillsOf(app)
})
afterAll(async () => {
  await commands.end()
  await app.close()
})

/** Closes the shift of a new shop, and returns the transactions of the close. */
async function closed(shiftReportEmails: readonly string[]) {
  const { store, manager, cashier } = await tills.shop()
  const changed = await app.call(
    manager,
    'PATCH',
    `/pos/stores/${store.id}`,
    { shiftReportEmails },
    { 'if-match': '*' },
  )
  expect(changed.status, changed.text).toBe(200)
  const { body } = await app.call(cashier, 'GET', `/pos/shifts/current?storeId=${store.id}`)
  const close = `/pos/shifts/${body.shift.id}/close`
  let answer: Answer | undefined
  const sent = await commands.during(async () => {
    answer = await app.call(
      cashier,
      'POST',
      close,
      { countedCentavos: 50_000 },
      { 'idempotency-key': 'close-once-0001' },
    )
  })
  expect(answer?.status, answer?.text).toBe(201)
  return sent.filter((each) => each.includes('shop.close_shift'))
}

test('a shift is closed on its node in one phase', async () => {
  expect(await closed([])).toEqual([
    [
      'begin transaction',
      'select shop.shifts',
      'app.claim_key',
      'shop.close_shift',
      'app.keep_answer',
      'commit',
    ],
  ])
})

test('its node and the coordinator, which has the mails of its report, commit the close together', async () => {
  expect(await closed(['duena@example.test'])).toEqual([
    [
      'begin transaction',
      'select shop.shifts',
      'app.claim_key',
      'shop.close_shift',
      // Around the work that sends the mail, which the job engine may refuse.
      'savepoint',
      'release savepoint',
      'audit.record_at',
      'app.keep_answer',
      'prepare transaction',
      'commit prepared',
    ],
  ])
  const { rows } = await app.admin.query('select kind, to_address from identity.mails')
  expect(rows).toEqual([{ kind: 'shift_report', to_address: 'duena@example.test' }])
})
