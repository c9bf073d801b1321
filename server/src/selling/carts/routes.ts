import { created, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import type { ProblemCode } from '../../problem/problems.ts'
import {
  ByDiscount,
  ById,
  ByLine,
  Cart,
  CartChange,
  LineChange,
  NewCart,
  NewDiscount,
  NewLine,
  Nothing,
  Parking,
  Recalling,
} from './schema.ts'
import type { CartsService } from './service.ts'

/** Maximum size of a cart of 500 lines, each with a note. */
const largestCartBytes = 256 * 1024

const inCart = {
  tag: 'selling' as const,
  access: 'store:cashier' as const,
  till: true,
  store: 'row' as const,
  responses: { 200: Cart },
}
const everywhere: readonly ProblemCode[] = ['forbidden', 'cart_closed']

export function cartsRoutes(carts: CartsService): Route[] {
  return [...cartRoutes(carts), ...lineRoutes(carts), ...discountRoutes(carts)]
}

function cartRoutes(carts: CartsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/carts',
      apiKey: 'POS_SALES_WRITE',
      name: 'openCart',
      summary: 'Open a cart, with its first lines',
      description:
        'With an `id` created by the device, repeating the request returns the cart in its current state, ' +
        'with 200.',
      tag: 'selling',
      access: 'store:cashier',
      till: true,
      store: 'body',
      body: NewCart,
      bodyLimitBytes: largestCartBytes,
      responses: { 200: Cart, 201: Cart },
      problems: ['product_unavailable', 'open_price_above_limit', 'terminal_disabled', 'duplicate_value'],
      handle: async ({ grant, body }) => {
        const { isNew, cart } = await carts.open(grant, body)
        return isNew ? created(cart, `/pos/carts/${cart.id}`) : ok(cart)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/carts/{id}',
      apiKey: 'POS_SALES_READ',
      domain: 'sales',
      name: 'getCart',
      summary: 'Retrieve a cart with its lines and discounts',
      tag: 'selling',
      access: 'rows',
      till: true,
      params: ById,
      responses: { 200: Cart },
      handle: async ({ grant, params }) => ok(await carts.cart(grant, params.id)),
    }),
    route({
      ...inCart,
      method: 'PATCH',
      path: '/pos/carts/{id}',
      apiKey: 'POS_SALES_WRITE',
      domain: 'sales',
      name: 'updateCart',
      summary: 'Update the customer, label or terminal of a cart',
      params: ById,
      body: CartChange,
      problems: [...everywhere, 'terminal_disabled'],
      handle: async ({ grant, params, body }) => ok(await carts.change(grant, params.id, body)),
    }),
    route({
      ...inCart,
      method: 'POST',
      path: '/pos/carts/{id}/park',
      apiKey: 'POS_SALES_WRITE',
      domain: 'sales',
      name: 'parkCart',
      summary: 'Park an open cart',
      params: ById,
      body: Parking,
      problems: ['forbidden', 'invalid_transition'],
      handle: async ({ grant, params, body }) => ok(await carts.park(grant, params.id, body)),
    }),
    route({
      ...inCart,
      method: 'POST',
      path: '/pos/carts/{id}/recall',
      apiKey: 'POS_SALES_WRITE',
      domain: 'sales',
      name: 'recallCart',
      summary: 'Recall a parked cart to this till',
      description: 'If several tills recall a cart, one gets it.',
      params: ById,
      body: Recalling,
      problems: ['forbidden', 'invalid_transition', 'terminal_disabled'],
      handle: async ({ grant, params, body }) => ok(await carts.recall(grant, params.id, body)),
    }),
    route({
      ...inCart,
      method: 'POST',
      path: '/pos/carts/{id}/cancel',
      apiKey: 'POS_SALES_WRITE',
      domain: 'sales',
      name: 'cancelCart',
      summary: 'Cancel a cart',
      params: ById,
      body: Nothing,
      problems: ['forbidden', 'invalid_transition'],
      handle: async ({ grant, params }) => ok(await carts.cancel(grant, params.id)),
    }),
  ]
}

function lineRoutes(carts: CartsService): Route[] {
  return [
    route({
      ...inCart,
      method: 'POST',
      path: '/pos/carts/{id}/lines',
      apiKey: 'POS_SALES_WRITE',
      domain: 'sales',
      name: 'addCartLine',
      summary: 'Add goods to a cart, by variant or barcode',
      description:
        'Goods scanned again are added to their line, unless a note, a discount or a changed price requires ' +
        'a separate line.',
      params: ById,
      body: NewLine,
      idempotent: true,
      problems: [...everywhere, 'product_unavailable', 'open_price_above_limit', 'idempotency_key_reused'],
      handle: async ({ grant, params, body, headers }) => {
        const { answer, isReplay } = await carts.addLine(grant, params.id, body, headers['idempotency-key'])
        return replayed(ok(answer), isReplay)
      },
    }),
    route({
      ...inCart,
      method: 'PATCH',
      path: '/pos/carts/{id}/lines/{lineId}',
      apiKey: 'POS_SALES_WRITE',
      domain: 'sales',
      name: 'updateCartLine',
      summary: 'Update the quantity or note of a line',
      description:
        'A higher quantity is added at the current price. If the price or tax has changed since the line was added, the ' +
        'line keeps its quantity, and the rest goes to a line at the current price. Send an `Idempotency-Key`, so that ' +
        'a repeated request does not add it twice.',
      params: ByLine,
      body: LineChange,
      idempotent: true,
      problems: [...everywhere, 'product_unavailable', 'idempotency_key_reused'],
      handle: async ({ grant, params, body, headers }) => {
        const { id, lineId } = params
        const { answer, isReplay } = await carts.changeLine(
          grant,
          id,
          lineId,
          body,
          headers['idempotency-key'],
        )
        return replayed(ok(answer), isReplay)
      },
    }),
    route({
      ...inCart,
      method: 'DELETE',
      path: '/pos/carts/{id}/lines/{lineId}',
      apiKey: 'POS_SALES_WRITE',
      domain: 'sales',
      name: 'removeCartLine',
      summary: 'Remove a line from a cart',
      params: ByLine,
      problems: [...everywhere],
      handle: async ({ grant, params }) => ok(await carts.removeLine(grant, params.id, params.lineId)),
    }),
  ]
}

function discountRoutes(carts: CartsService): Route[] {
  return [
    route({
      ...inCart,
      method: 'POST',
      path: '/pos/carts/{id}/discounts',
      domain: 'sales',
      name: 'addCartDiscount',
      summary: 'Add a discount to a cart or a line, or request it',
      description:
        'A supervisor’s or manager’s discount counts immediately. A cashier’s is a request: it is in the cart, and ' +
        'counts as soon as another person approves it. With `approvalId` it uses a request made beforehand. ' +
        'It stops counting when the goods that it applies to change.',
      params: ById,
      body: NewDiscount,
      problems: [
        ...everywhere,
        'duplicate_value',
        'approval_mismatch',
        'approval_used',
        'approval_rejected',
        'approval_expired',
      ],
      handle: async ({ grant, params, body }) => ok(await carts.addDiscount(grant, params.id, body)),
    }),
    route({
      ...inCart,
      method: 'DELETE',
      path: '/pos/carts/{id}/discounts/{discountId}',
      domain: 'sales',
      name: 'removeCartDiscount',
      summary: 'Remove a discount from a cart',
      params: ByDiscount,
      problems: [...everywhere],
      handle: async ({ grant, params }) =>
        ok(await carts.removeDiscount(grant, params.id, params.discountId)),
    }),
  ]
}
