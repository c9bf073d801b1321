import { beforeEach, describe, expect, test } from 'vitest'
import { approved, FakeVasTill, pending, silence, toConfirmation } from './fake-vas-till.ts'

let till: FakeVasTill
beforeEach(() => {
  till = new FakeVasTill()
})

describe('a sale of a service in one window of the till', () => {
  test('is left to that window by another one, which is free for the next customer', async () => {
    await till.submitted([silence])
    const other = till.openBeside([silence])
    await till.comeToFront(other)
    expect(other.state().step).toBe('form')
    expect(till.stored).toMatchObject([{ isParked: false }])
    await till.nextTurn()
    expect(till.asked, 'asked again by the first window only').toHaveLength(2)
  })

  test('is continued by another one that comes to the front after it was closed', async () => {
    const first = await till.submitted([silence])
    const other = till.openBeside([approved])
    till.close(first)
    await till.comeToFront(other)
    expect(other.state()).toMatchObject({ step: 'outcome', result: { variant: 'APPROVED' } })
    expect(till.stored).toEqual([])
  })

  test('is parked by another one in which the cashier is filling in the form', async () => {
    const first = await till.submitted([silence])
    const other = till.openBeside([pending])
    till.close(first)
    toConfirmation(other)
    await till.comeToFront(other)
    expect(other.state().step).toBe('confirm')
    expect(other.parked()).toMatchObject([{ key: 'key-1', isParked: true }])
  })

  test('is claimed until it has ended', async () => {
    await till.submitted([silence])
    expect(till.claims.all()).toEqual(new Set(['key-1']))
    await till.submitted([approved])
    expect(till.claims.all()).toEqual(new Set())
  })

  test('is claimed until its person signs out', async () => {
    const checkout = await till.submitted([silence])
    checkout.stop()
    expect(till.claims.all()).toEqual(new Set())
  })

  test('still shows how it ended when another one has removed it from the device', async () => {
    const first = await till.submitted([silence, approved])
    till.journal.disk.clear()
    await till.comeToFront(first)
    await till.nextTurn()
    expect(first.state()).toMatchObject({ step: 'outcome', result: { variant: 'APPROVED' } })
  })
})
