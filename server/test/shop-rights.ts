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
  const owner = confirmed(shop, 'owner')
  const { storeId } = (await must(shop.call(await shop.signIn('cashier'), 'GET', '/auth/me'))).stores[0]
  const rights = [...(await rolesIn(shop, owner, storeId)), operatorLabel(shop)]
  for (let no = 1; no <= many; no++)
    rights.push(await sessionOf(shop, no), await apiKeyOf(shop, owner, storeId, no))
  return rights
}

/** Somebody's session, with a confirmation that is not too old, however long ago the last one was needed. */
function confirmed(shop: RunningDemo, who: string): () => Promise<string> {
  let token = ''
  let signedInAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (Date.now() - signedInAtMs > 60_000) {
      token = await shop.signIn(who)
      signedInAtMs = Date.now()
    }
    return token
  }
}

type Session = ReturnType<typeof confirmed>

async function rolesIn(shop: RunningDemo, owner: Session, storeId: string): Promise<Right[]> {
  const team = (await must(shop.call(await owner(), 'GET', `/pos/employees?storeId=${storeId}`))).items
  const membership = (name: string): string =>
    team.find((each: { name: string }) => each.name === name).membershipId
  const rolesOf = async (at: RunningDemo, name: string): Promise<string[]> => {
    const me = await must(at.call(await at.signIn(name), 'GET', '/auth/me'))
    return me.stores.map(({ role }: { role: string }) => role)
  }
  return [
    {
      what: 'the membership of a cashier',
      takeAway: async () =>
        must(shop.call(await owner(), 'DELETE', `/pos/memberships/${membership('César Ortega')}`)),
      isAlive: async (at) => (await rolesOf(at, 'cashier2')).length > 0,
    },
    {
      what: 'the role of a supervisor',
      takeAway: async () =>
        must(
          shop.call(await owner(), 'PATCH', `/pos/memberships/${membership('Sofía Ramírez')}`, {
            role: 'cashier',
          }),
        ),
      isAlive: async (at) => (await rolesOf(at, 'supervisor')).join() !== 'cashier',
    },
  ]
}

function operatorLabel(shop: RunningDemo): Right {
  const admin = confirmed(shop, 'admin')
  return {
    what: 'the label of an operator',
    takeAway: async () => {
      const holders = (await must(shop.call(await admin(), 'GET', '/platform/roles'))).items
      const { accountId } = holders.find(
        ({ email }: { email: string }) => email === 'operator@demo.mostrador.test',
      )
      await must(shop.call(await admin(), 'DELETE', `/platform/roles/${accountId}/platformOperator`))
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

async function apiKeyOf(shop: RunningDemo, owner: Session, storeId: string, no: number): Promise<Right> {
  const wanted = {
    name: `Programa ${no}`,
    scopes: ['POS_CATALOG_READ'],
    expiresAt: new Date(Date.now() + 24 * 3_600_000).toISOString(),
  }
  const { id, apiKey } = await must(shop.call(await owner(), 'POST', '/pos/api_keys', wanted))
  return {
    what: `API key ${no}`,
    takeAway: async () => must(shop.call(await owner(), 'POST', `/pos/api_keys/${id}/revoke`, {})),
    isAlive: (at) => opens(at, apiKey, `/pos/products?storeId=${storeId}`),
  }
}

const opens = async (shop: RunningDemo, token: string, where: string) =>
  (await shop.call(token, 'GET', where)).status !== 401
