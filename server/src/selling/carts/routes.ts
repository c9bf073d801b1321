import { created, ok, type Route, route } from '../../http/route.ts'
import { keyOf, replayed } from '../../idempotency/once.ts'
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

/** A cart of 500 lines, each with its note. */
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
        'With an `id` that the device has made, the same request again answers the same cart, with 200, whatever ' +
        'has become of it since.',
      tag: 'selling',
      access: 'store:cashier',
      till: true,
      store: 'body',
      body: NewCart,
      bodyLimitBytes: largestCartBytes,
      responses: { 200: Cart, 201: Cart },
      problems: ['product_unavailable', 'terminal_disabled', 'duplicate_value'],
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
      summary: 'Read a cart with its lines and discounts',
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
      summary: 'Change customer, label or terminal of a cart',
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
      summary: 'Put an open cart aside',
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
      summary: 'Fetch a parked cart to this till',
      description: 'Of several tills that recall one cart, one gets it.',
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
      summary: 'Give up a cart',
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
      summary: 'Put goods into a cart, by variant or barcode',
      description:
        'What is scanned again adds to its line, unless a note, a discount or a price that has changed since sets ' +
        'it apart.',
      params: ById,
      body: NewLine,
      idempotent: true,
      problems: [...everywhere, 'product_unavailable', 'idempotency_key_reused'],
      handle: async ({ grant, params, body, headers }) => {
        const { answer, isReplay } = await carts.addLine(grant, params.id, body, keyOf(headers))
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
      summary: 'Change quantity or note of a line',
      params: ByLine,
      body: LineChange,
      problems: [...everywhere],
      handle: async ({ grant, params, body }) =>
        ok(await carts.changeLine(grant, params.id, params.lineId, body)),
    }),
    route({
      ...inCart,
      method: 'DELETE',
      path: '/pos/carts/{id}/lines/{lineId}',
      apiKey: 'POS_SALES_WRITE',
      domain: 'sales',
      name: 'removeCartLine',
      summary: 'Take a line off a cart',
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
      summary: 'Put a discount on a cart or a line, or ask for it',
      description:
        'Of a supervisor or manager it counts at once. Of a cashier it is a request: it stands in the cart, and ' +
        'counts as soon as somebody else approves it. With `approvalId` it is one that was asked for beforehand. ' +
        'A change of the goods that it is about makes it count no longer.',
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
      summary: 'Take a discount off a cart',
      params: ByDiscount,
      problems: [...everywhere],
      handle: async ({ grant, params }) =>
        ok(await carts.removeDiscount(grant, params.id, params.discountId)),
    }),
  ]
}
