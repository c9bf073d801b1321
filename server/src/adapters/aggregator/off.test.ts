import { expect, test } from 'vitest'
import { everyProduct } from '../../../test/aggregator.contract.ts'
import { centavos } from '../../amounts/centavos.ts'
import { AggregatorOff } from '../../vas/sales/aggregator.ts'
import { offAggregator } from './off.ts'

test('an aggregator that is off refuses every call, and closes', async () => {
  const off = offAggregator()
  const transaction = { externalId: 'sale-1', providerTransactionId: '1' }
  const order = { ...transaction, providerProductId: '1', kind: 'airtime', isRanged: false } as const
  const calls = [
    () => everyProduct(off),
    () => off.hold({ ...order, amountCentavos: centavos(100), purchaserId: 'term-000123' }),
    () => off.confirm(transaction),
    () => off.cancel(transaction),
    () => off.find(transaction),
    () => off.balance(),
    () => off.lookupDebt({ providerProductId: '1', reference: '1' }),
  ]
  for (const call of calls) await expect(call()).rejects.toBeInstanceOf(AggregatorOff)
  await expect(off.close()).resolves.toBeUndefined()
})
