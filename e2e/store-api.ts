import { demoPassword } from './visit.ts'

export interface DemoApi {
  readonly storeId: string
  post<T = Record<string, unknown>>(path: string, body: unknown): Promise<T>
  patch<T = Record<string, unknown>>(path: string, body: unknown): Promise<T>
  put<T = Record<string, unknown>>(path: string, body: unknown): Promise<T>
  get<T = Record<string, unknown>>(path: string): Promise<T>
  /** The product's id by name, which is also its variant's id. */
  variantOf(name: string): Promise<string>
}

/** Calls the API as a demo person in their first store, to prepare a story. */
export async function demoApi(url: string, who: string): Promise<DemoApi> {
  // biome-ignore lint/suspicious/noExplicitAny: each story says what it expects
  const call = async (method: string, path: string, body?: unknown, token?: string): Promise<any> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    // A story may outlast the minutes for which a sign-in counts as confirmed.
    if (answer.status === 403 && JSON.parse(text).code === 'confirmation_required') {
      await call('POST', '/auth/sessions/current/confirm', { password: demoPassword }, token)
      return call(method, path, body, token)
    }
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
  const session = await call('POST', '/auth/sessions', {
    email: `${who}@demo.mostrador.test`,
    password: demoPassword,
  })
  const token = session.token as string
  const me = await call('GET', '/auth/me', undefined, token)
  // Platform staff have none.
  const storeId = (me.stores[0]?.storeId ?? '') as string
  return {
    storeId,
    post: (path, body) => call('POST', path, body, token),
    patch: (path, body) => call('PATCH', path, body, token),
    put: (path, body) => call('PUT', path, body, token),
    get: (path) => call('GET', path, undefined, token),
    async variantOf(name) {
      const query = new URLSearchParams({ storeId, q: name })
      const { items } = await call('GET', `/pos/products?${query}`, undefined, token)
      return items[0].id
    },
  }
}

interface Cart {
  id: string
  version: number
  totalCentavos: number
}

/** Opens the person's shift, unless it is open. */
export async function ensureShift(till: DemoApi): Promise<void> {
  const { storeId } = till
  const { shift } = await till.get<{ shift: unknown }>(`/pos/shifts/current?storeId=${storeId}`)
  if (shift === null) await till.post('/pos/shifts', { storeId, openingFloatCentavos: 50_000 })
}

export interface SoldGoods {
  readonly id: string
  readonly folio: string
  readonly totalCentavos: number
}

/** Sells products by name from an open shift. @returns the order */
export async function sellGoods(
  till: DemoApi,
  goods: readonly (readonly [name: string, quantity: number])[],
  method: 'CASH' | 'CARD' | 'TRANSFER' = 'CASH',
): Promise<SoldGoods> {
  const { storeId } = till
  await ensureShift(till)
  const lines = await Promise.all(
    goods.map(async ([name, quantity]) => ({ variantId: await till.variantOf(name), quantity })),
  )
  const cart = await till.post<Cart>('/pos/carts', { storeId, lines })
  const { order } = await till.post<{ order: SoldGoods }>(`/pos/carts/${cart.id}/finalize`, {
    version: cart.version,
    payments: [{ method, amountCentavos: cart.totalCentavos }],
  })
  return order
}

/** Changes a platform setting, which applies to the next request. */
export async function turn(url: string, setting: string, isOn: boolean): Promise<void> {
  const admin = await demoApi(url, 'admin')
  await admin.put(`/platform/settings/${setting}`, { value: isOn })
}
