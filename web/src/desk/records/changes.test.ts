import { expect, test } from 'vitest'
import { sendChanges } from './changes.ts'

const opened = {
  name: 'Centro',
  phone: null as string | null,
  openPriceLimitCentavos: 0,
  cashiersCountBlind: false,
  shiftReportEmails: ['duena@example.test'],
}
/** The bodies that are sent when a form is left with these values. */
async function sentOf(values: Partial<typeof opened>): Promise<unknown[]> {
  const sent: unknown[] = []
  await sendChanges(opened, { ...structuredClone(opened), ...values }, async (body) => sent.push(body))
  return sent
}

test('a store’s new name is sent without its limits, which would ask for a confirmation', async () => {
  expect(await sentOf({ name: 'Sur' })).toEqual([{ name: 'Sur' }])
})

test('limits and addresses are sent when they change, also to nothing', async () => {
  const typed = { openPriceLimitCentavos: 5_000, cashiersCountBlind: true, shiftReportEmails: [] }
  expect(await sentOf(typed)).toEqual([typed])
})

test('nothing is sent when nothing changes', async () => {
  expect(await sentOf({})).toEqual([])
})
