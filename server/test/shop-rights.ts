import type { RunningDemo } from './backup-drill.ts'

/** A right that somebody has, and that is taken away before the disk is lost. */
export interface Right {
  readonly what: string
  takeAway(): Promise<void>
  /** Whether its holder, who tries it, still gets something with it. */
  isAlive(shop: RunningDemo): Promise<boolean>
}

type Call = RunningDemo['call']

/** The body of an answer. @throws Error when the request was refused */
export async function must(answer: ReturnType<Call>): Promise<Awaited<ReturnType<Call>>['body']> {
  const { status, body } = await answer
  if (![200, 201, 204].includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/**
 * Rights of the demo's people and programs, in the order in which they may be taken away: a cashier, a supervisor, an
 * operator, and as many sessions and API keys as asked for.
 */
export async function rightsOf(shop: RunningDemo, many: number): Promise<Right[]> {
  const owner = await shop.signIn('owner')
  const { storeId } = (await must(shop.call(await shop.signIn('cashier'), 'GET', '/auth/me'))).stores[0]
  const rights = [...(await rolesIn(shop, owner, storeId)), await operatorLabel(shop)]
  for (let no = 1; no <= many; no++)
    rights.push(await sessionOf(shop, no), await apiKeyOf(shop, owner, storeId, no))
  return rights
}

async function rolesIn(shop: RunningDemo, owner: string, storeId: string): Promise<Right[]> {
  const team = (await must(shop.call(owner, 'GET', `/pos/employees?storeId=${storeId}`))).items
  const membership = (name: string): string =>
    team.find((each: { name: string }) => each.name === name).membershipId
  const rolesOf = async (at: RunningDemo, name: string): Promise<string[]> => {
    const me = await must(at.call(await at.signIn(name), 'GET', '/auth/me'))
    return me.stores.map(({ role }: { role: string }) => role)
  }
  return [
    {
      what: 'the membership of a cashier',
      takeAway: () => must(shop.call(owner, 'DELETE', `/pos/memberships/${membership('César Ortega')}`)),
      isAlive: async (at) => (await rolesOf(at, 'cashier2')).length > 0,
    },
    {
      what: 'the role of a supervisor',
      takeAway: () =>
        must(
          shop.call(owner, 'PATCH', `/pos/memberships/${membership('Sofía Ramírez')}`, { role: 'cashier' }),
        ),
      isAlive: async (at) => (await rolesOf(at, 'supervisor')).join() !== 'cashier',
    },
  ]
}

async function operatorLabel(shop: RunningDemo): Promise<Right> {
  const admin = await shop.signIn('admin')
  return {
    what: 'the label of an operator',
    takeAway: async () => {
      const holders = (await must(shop.call(admin, 'GET', '/platform/roles'))).items
      const { accountId } = holders.find(
        ({ email }: { email: string }) => email === 'operator@demo.mostrador.test',
      )
      await must(shop.call(admin, 'DELETE', `/platform/roles/${accountId}/platformOperator`))
    },
    isAlive: async (at) => {
      // Until the database is reconciled, an operator who still has the label cannot sign in.
      const token = await at.signIn('operator').catch(() => undefined)
      if (token === undefined) return true
      return (await must(at.call(token, 'GET', '/auth/me'))).labels.length > 0
    },
  }
}

async function sessionOf(shop: RunningDemo, no: number): Promise<Right> {
  const token = await shop.signIn('manager')
  return {
    what: `session ${no}`,
    takeAway: () => must(shop.call(token, 'DELETE', '/auth/sessions/current')),
    isAlive: (at) => opens(at, token, '/auth/me'),
  }
}

async function apiKeyOf(shop: RunningDemo, owner: string, storeId: string, no: number): Promise<Right> {
  const wanted = {
    name: `Programa ${no}`,
    scopes: ['POS_CATALOG_READ'],
    expiresAt: new Date(Date.now() + 24 * 3_600_000).toISOString(),
  }
  const { id, apiKey } = await must(shop.call(owner, 'POST', '/pos/api_keys', wanted))
  return {
    what: `API key ${no}`,
    takeAway: () => must(shop.call(owner, 'POST', `/pos/api_keys/${id}/revoke`, {})),
    isAlive: (at) => opens(at, apiKey, `/pos/products?storeId=${storeId}`),
  }
}

const opens = async (shop: RunningDemo, token: string, where: string) =>
  (await shop.call(token, 'GET', where)).status !== 401
