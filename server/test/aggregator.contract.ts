import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Centavos, centavos } from '../src/amounts/centavos.ts'
import {
  type Aggregator,
  AggregatorFault,
  type AggregatorProduct,
  type HoldOrder,
  type ProviderAnswer,
  type ProviderRecord,
} from '../src/vas/sales/aggregator.ts'
import type { FailureCode } from '../src/vas/sales/failure.ts'
import { type WireFault, wireFaults } from './breakable-transport.ts'

export interface ContractWorld {
  readonly aggregator: Aggregator
  readonly holdLifeMs: number
  /** The provider's time. */
  now(): Date
  /** Advances the provider's time. */
  pass(ms: number): void
  /** Corrupts the messages between the adapter and its provider, until `mend`. */
  break(fault: WireFault): void
  mend(): void
  dispose(): Promise<void>
}

/**
 * The contract of every adapter of the aggregator port. The provider behind it must support the documented
 * suffixes of references, have a balance that covers a few sales, and have the customer `sandbox-merchant`.
 */
export function aggregatorContract(name: string, make: () => Promise<ContractWorld>): void {
  describe(`${name} satisfies the contract of an aggregator`, () => {
    let world: ContractWorld
    let aggregator: Aggregator
    let products: readonly AggregatorProduct[]

    beforeEach(async () => {
      world = await make()
      aggregator = world.aggregator
      products = await everyProduct(aggregator)
    })
    afterEach(() => world.dispose())

    test('the products are complete and distinguishable', () => {
      expect(new Set(products.map((product) => product.providerProductId)).size).toBe(products.length)
      expect(new Set(products.map((product) => product.kind))).toEqual(new Set(['airtime', 'pin', 'service']))
      for (const { amount, wholesale } of products) {
        if (amount.kind === 'ranged') expect(amount.max).toBeGreaterThan(amount.min)
        else expect(wholesale.kind === 'fixed' && wholesale.centavos <= amount.centavos).toBe(true)
      }
    })

    describe('a hold', () => {
      test('reserves the wholesale price and can be found by our id and by theirs', async () => {
        const before = await aggregator.balance()
        const order = airtime(products, '5512345678')
        const held = await aggregator.hold(order)
        expect(held).toMatchObject({
          kind: 'held',
          externalId: order.externalId,
          amountCentavos: order.amountCentavos,
        })
        expect(await aggregator.find({ externalId: order.externalId })).toEqual(held)
        expect(await aggregator.find(transactionOf(held))).toEqual(held)
        const after = await aggregator.balance()
        expect(before.availableCentavos - after.availableCentavos).toBe(priceOf(products, order))
        expect(after.holdingCentavos - before.holdingCentavos).toBe(priceOf(products, order))
      })

      test('repeated with the same id is the same hold', async () => {
        const order = airtime(products, '5512345678')
        const first = await aggregator.hold(order)
        const balance = await aggregator.balance()
        expect(await aggregator.hold(order)).toEqual(first)
        expect(await aggregator.balance()).toEqual(balance)
      })

      test('is refused definitely when the product or the amount is not sold', async () => {
        const order = { ...airtime(products, '5512345678'), providerProductId: '1' }
        expect(await aggregator.hold(order)).toMatchObject({ kind: 'rejected', failure: 'provider_rejected' })
        const dear = { ...service(products, '123456789'), amountCentavos: centavos(99_999_999) }
        expect(await aggregator.hold(dear)).toMatchObject({
          kind: 'rejected',
          failure: 'amount_out_of_range',
        })
        expect(await aggregator.find({ externalId: order.externalId })).toEqual({ kind: 'absent' })
      })

      test('of an id unknown to the provider is absent', async () => {
        expect(await aggregator.find({ externalId: randomUUID() })).toEqual({ kind: 'absent' })
      })

      test('that is canceled releases everything, and stays canceled', async () => {
        const before = await aggregator.balance()
        const transaction = transactionOf(await aggregator.hold(airtime(products, '5512345678')))
        expect(await aggregator.cancel(transaction)).toMatchObject({ kind: 'canceled', ...transaction })
        expect(await aggregator.cancel(transaction)).toMatchObject({ kind: 'canceled' })
        expect(await aggregator.confirm(transaction)).toMatchObject({ kind: 'canceled' })
        expect(await aggregator.balance()).toEqual(before)
      })

      test('that expired cannot be confirmed, but can be canceled', async () => {
        const before = await aggregator.balance()
        const transaction = transactionOf(await aggregator.hold(airtime(products, '5512345678')))
        world.pass(world.holdLifeMs)
        expect(await aggregator.confirm(transaction)).toEqual({ kind: 'expired' })
        expect(await aggregator.cancel(transaction)).toMatchObject({ kind: 'canceled' })
        expect(await aggregator.balance()).toEqual(before)
      })
    })

    describe('a confirm', () => {
      test('completes the transaction with an authorization, and the money is spent', async () => {
        const before = await aggregator.balance()
        const order = airtime(products, '5512345678')
        const { transaction, outcome } = await sell(order)
        expect(outcome).toMatchObject({
          kind: 'completed',
          ...transaction,
          amountCentavos: order.amountCentavos,
        })
        expect(outcome.kind === 'completed' && outcome.authorization).toMatch(/\w+/)
        expect(outcome).not.toHaveProperty('pin.code')
        const after = await aggregator.balance()
        expect(before.availableCentavos - after.availableCentavos).toBe(priceOf(products, order))
        expect(after.holdingCentavos).toBe(before.holdingCentavos)
      })

      test('sent twice takes the money once and returns the same answer', async () => {
        const { transaction, outcome } = await sell(airtime(products, '5512345678'))
        const balance = await aggregator.balance()
        expect(await aggregator.confirm(transaction)).toEqual(outcome)
        expect(await aggregator.balance()).toEqual(balance)
      })

      test('sent twice while pending is accepted twice', async () => {
        const transaction = transactionOf(await aggregator.hold(airtime(products, '5512345100')))
        expect(await aggregator.confirm(transaction)).toMatchObject({ kind: 'accepted', ...transaction })
        expect(await aggregator.confirm(transaction)).toMatchObject({ kind: 'accepted', ...transaction })
      })

      test('cannot be undone by a cancel', async () => {
        const { transaction, outcome } = await sell(airtime(products, '5512345678'))
        expect(await aggregator.cancel(transaction)).toEqual(outcome)
      })

      test.each(delays)('of a number that ends in $first.. takes its time', async ({ first, delayMs }) => {
        const order = airtime(products, `5512345${first}00`)
        const transaction = transactionOf(await aggregator.hold(order))
        expect(await aggregator.confirm(transaction)).toMatchObject({ kind: 'accepted' })
        world.pass(delayMs - 1)
        expect(await aggregator.find(transaction)).toMatchObject({ kind: 'accepted', ...transaction })
        world.pass(1)
        expect(await aggregator.find(transaction)).toMatchObject({ kind: 'completed', ...transaction })
      })

      test.each(declines)('of a number that ends in $suffix is $failure', async ({
        suffix,
        failure,
        providerCode,
      }) => {
        const before = await aggregator.balance()
        const { outcome } = await sell(airtime(products, `5512345${suffix}`))
        expect(outcome).toMatchObject({ kind: 'rejected', failure, providerCode })
        expect(await aggregator.balance()).toEqual(before)
      })

      test('of a bill pays it, and a wrong account is an invalid reference', async () => {
        expect((await sell(service(products, '123456789'))).outcome).toMatchObject({ kind: 'completed' })
        const { outcome } = await sell(service(products, '123456002'))
        expect(outcome).toMatchObject({ kind: 'rejected', failure: 'invalid_reference' })
      })

      test('of a PIN delivers it, and returns the same one when repeated', async () => {
        const { transaction, outcome } = await sell(pin(products))
        expect(outcome).toMatchObject({ kind: 'completed', pin: { code: expect.stringMatching(/^\w{8,}$/) } })
        expect(await aggregator.find(transaction)).toEqual(outcome)
        const other = await sell(pin(products))
        expect(pinOf(other.outcome)).not.toBe(pinOf(outcome))
      })
    })

    describe.each(wireFaults)('when the connection suffers from "%s"', (fault) => {
      const isDone = fault.endsWith('after')

      test('a hold is unknown, and afterwards it is the same hold', async () => {
        const order = airtime(products, '5512345678')
        const before = await aggregator.balance()
        world.break(fault)
        expect(await aggregator.hold(order)).toMatchObject({ kind: 'unknown' })
        world.mend()
        expect(await aggregator.find({ externalId: order.externalId })).toMatchObject({
          kind: isDone ? 'held' : 'absent',
        })
        expect(await aggregator.hold(order)).toMatchObject({ kind: 'held' })
        const after = await aggregator.balance()
        expect(after.holdingCentavos - before.holdingCentavos).toBe(priceOf(products, order))
      })

      test('a confirm is unknown, and confirming again sells once', async () => {
        const order = airtime(products, '5512345678')
        const before = await aggregator.balance()
        const transaction = transactionOf(await aggregator.hold(order))
        world.break(fault)
        expect(await aggregator.confirm(transaction)).toMatchObject({ kind: 'unknown' })
        world.mend()
        if (!isDone) expect(await aggregator.find(transaction)).toMatchObject({ kind: 'held' })
        await aggregator.confirm(transaction)
        expect(await aggregator.find(transaction)).toMatchObject({ kind: 'completed', ...transaction })
        const after = await aggregator.balance()
        expect(before.availableCentavos - after.availableCentavos).toBe(priceOf(products, order))
      })

      test('a cancel is unknown, and canceling again releases the hold', async () => {
        const before = await aggregator.balance()
        const transaction = transactionOf(await aggregator.hold(airtime(products, '5512345678')))
        world.break(fault)
        expect(await aggregator.cancel(transaction)).toMatchObject({ kind: 'unknown' })
        world.mend()
        expect(await aggregator.cancel(transaction)).toMatchObject({ kind: 'canceled' })
        expect(await aggregator.balance()).toEqual(before)
      })

      test('a query for a transaction is unknown, never absent', async () => {
        const transaction = transactionOf(await aggregator.hold(airtime(products, '5512345678')))
        world.break(fault)
        expect(await aggregator.find(transaction)).toMatchObject({ kind: 'unknown' })
        expect(await aggregator.find({ externalId: transaction.externalId })).toMatchObject({
          kind: 'unknown',
        })
      })

      test('the cause of an unknown never contains a PIN', async () => {
        const { transaction, outcome } = await sell(pin(products))
        world.break(fault)
        const answer = await aggregator.find(transaction)
        expect(JSON.stringify(answer)).not.toContain(pinOf(outcome))
      })
    })

    describe('the list of a day', () => {
      const listed = async (account: Aggregator, aroundMs: number) => {
        const dayMs = 24 * 60 * 60_000
        const records: ProviderRecord[] = []
        const window = { from: new Date(aroundMs - 1.5 * dayMs), to: new Date(aroundMs + 1.5 * dayMs) }
        for await (const page of account.transactions(window)) records.push(...page)
        return records
      }

      test('has the outcome of each transaction, and no codes', async () => {
        const sold = await sell(pin(products))
        const declined = await sell(airtime(products, '5512345002'))
        const held = await aggregator.hold(airtime(products, '5512345678'))
        expect(held).toMatchObject({ lifeMs: world.holdLifeMs })
        const records = await listed(aggregator, world.now().getTime())
        const outcomes = [sold, declined].map(({ transaction }) => transaction).concat(transactionOf(held))
        expect(
          outcomes.map(({ externalId }) => records.find((each) => each.externalId === externalId)?.outcome),
        ).toEqual(['completed', 'failed', 'held'])
        expect(
          JSON.stringify(records, (_name, value) => (typeof value === 'bigint' ? String(value) : value)),
        ).not.toContain(pinOf(sold.outcome))
      })

      test.each([
        'reset before',
        'truncated answer after',
        'server error after',
      ] as const)('fails as a whole when a page of it cannot be read: %s', async (fault) => {
        world.break(fault)
        await expect(listed(aggregator, Date.now())).rejects.toThrow(AggregatorFault)
      })
    })

    test('called as another customer, it returns only that one’s transactions', async () => {
      const other = aggregator.withCredentials({ apiKey: 'sandbox-merchant', apiSecret: 'sandbox-merchant' })
      const [own, theirs] = [await aggregator.balance(), await other.balance()]
      const order = airtime(products, '5512345678')
      const held = await other.hold(order)
      expect(held.kind).toBe('held')
      expect(await aggregator.find({ externalId: order.externalId })).toEqual({ kind: 'absent' })
      expect(await other.find({ externalId: order.externalId })).toEqual(held)
      expect(await aggregator.balance()).toEqual(own)
      expect(theirs.availableCentavos - (await other.balance()).availableCentavos).toBe(
        priceOf(products, order),
      )
      const nobody = aggregator.withCredentials({ apiKey: 'nobody', apiSecret: 'nobody' })
      await expect(nobody.balance()).rejects.toMatchObject({ name: 'AggregatorFault', status: 401 })
    })

    describe('the amount owed on a bill', () => {
      test('is listed with its amount and its due date', async () => {
        const answer = await aggregator.lookupDebt(inquiry(products, '123456002'))
        expect(answer).toMatchObject({
          kind: 'statements',
          items: [{ dueOn: expect.stringMatching(isoDate) }, {}],
        })
        expect(answer.kind === 'statements' && answer.items.every((item) => item.amountCentavos > 0n)).toBe(
          true,
        )
        expect(await aggregator.lookupDebt(inquiry(products, '123456002'))).toEqual(answer)
      })

      test('can be zero, and a wrong account is refused', async () => {
        const nothing = await aggregator.lookupDebt(inquiry(products, '123456000'))
        expect(nothing).toEqual({ kind: 'statements', items: [] })
        const wrong = await aggregator.lookupDebt(inquiry(products, '123456003'))
        expect(wrong).toMatchObject({ kind: 'rejected', failure: 'invalid_reference' })
      })

      test('is unknown when the biller does not answer', async () => {
        expect(await aggregator.lookupDebt(inquiry(products, '123456004'))).toMatchObject({ kind: 'unknown' })
      })
    })

    async function sell(order: HoldOrder) {
      const transaction = transactionOf(await aggregator.hold(order))
      const confirmed = await aggregator.confirm(transaction)
      const outcome = confirmed.kind === 'accepted' ? await aggregator.find(transaction) : confirmed
      return { transaction, outcome }
    }
  })
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/

const delays = [
  { first: '1', delayMs: 3_000 },
  { first: '2', delayMs: 20_000 },
  { first: '3', delayMs: 300_000 },
]

const declines: readonly { suffix: string; failure: FailureCode; providerCode: string }[] = [
  { suffix: '002', failure: 'invalid_number', providerCode: 'DECLINED-INVALID-CREDIT-PARTY' },
  { suffix: '003', failure: 'number_barred', providerCode: 'DECLINED-BARRED-CREDIT-PARTY' },
  { suffix: '004', failure: 'carrier_unavailable', providerCode: 'DECLINED-OPERATOR-CURRENTLY-UNAVAILABLE' },
  { suffix: '005', failure: 'duplicate_at_provider', providerCode: 'DECLINED-DUPLICATED-TRANSACTION' },
  { suffix: '006', failure: 'provider_rejected', providerCode: 'DECLINED' },
  { suffix: '007', failure: 'provider_rejected', providerCode: 'DECLINED-EXCEPTION' },
]

export async function everyProduct(aggregator: Aggregator): Promise<AggregatorProduct[]> {
  const products: AggregatorProduct[] = []
  for await (const page of aggregator.products()) products.push(...page)
  return products
}

/** An order for the cheapest top-up. */
export function airtime(products: readonly AggregatorProduct[], reference: string): HoldOrder {
  return orderOf(
    firstOf(products, (product) => product.subkind === 'topup'),
    reference,
  )
}

function pin(products: readonly AggregatorProduct[]): HoldOrder {
  return orderOf(
    firstOf(products, (product) => product.kind === 'pin'),
    undefined,
  )
}

function service(products: readonly AggregatorProduct[], reference: string): HoldOrder {
  return orderOf(
    firstOf(products, (product) => product.kind === 'service'),
    reference,
  )
}

function inquiry(products: readonly AggregatorProduct[], reference: string) {
  return { providerProductId: firstOf(products, (product) => product.lookup).providerProductId, reference }
}

function firstOf(products: readonly AggregatorProduct[], fits: (product: AggregatorProduct) => boolean) {
  const product = products.find(fits)
  if (!product) throw new Error('The provider does not sell what the contract needs')
  return product
}

function orderOf(
  { providerProductId, kind, amount }: AggregatorProduct,
  reference: string | undefined,
): HoldOrder {
  const isRanged = amount.kind === 'ranged'
  const amountCentavos = isRanged ? centavos(12_300) : amount.centavos
  return {
    externalId: randomUUID(),
    providerProductId,
    kind,
    reference,
    amountCentavos,
    isRanged,
    purchaserId: 'term-000123',
  }
}

function priceOf(products: readonly AggregatorProduct[], order: HoldOrder): Centavos {
  const { wholesale } = firstOf(products, (product) => product.providerProductId === order.providerProductId)
  if (wholesale.kind !== 'fixed') throw new Error('Only fixed products have one price')
  return wholesale.centavos
}

export function transactionOf(answer: ProviderAnswer) {
  if (!('externalId' in answer)) throw new Error(`There is no transaction in ${JSON.stringify(answer)}`)
  return { externalId: answer.externalId, providerTransactionId: answer.providerTransactionId }
}

function pinOf(answer: ProviderAnswer): string {
  if (answer.kind !== 'completed' || !answer.pin)
    throw new Error(`There is no PIN in an answer of kind ${answer.kind}`)
  return answer.pin.code
}
