import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../../src/http/route.ts'
import { startProduct } from '../app.ts'
import { patient } from '../patience.ts'
import { type ForeignMerchant, foreignMerchant } from './foreign-merchant.ts'
import { ask, isOfRow, nameOf } from './platform-requests.ts'

let app: Awaited<ReturnType<typeof startProduct>>
let own: ForeignMerchant

const asOwner = 'owners and their managers may do it without the platform'
const repairs = 'has work of the platform done again, and decides nothing'

/** What is no decision about a merchant of one’s own, each with the reason. All else is for another person. */
const allowed: Readonly<Record<string, string>> = {
  'DELETE /platform/second-factor-resets/{id}': 'leaves everything as it is',
  'DELETE /pos/merchants/{id}': 'only a merchant without money or debts can be closed',
  'PATCH /admin/psp-credentials/{id}': 'the account at the provider is the merchant’s own',
  'POST /platform/accounts/{id}/password-resets': 'accounts of the platform’s staff are never reset by it',
  'POST /platform/chip-incidents/{id}/close': 'concerns several merchants, of which the owner oversees one',
  'POST /platform/invites/{id}/resend': asOwner,
  'POST /platform/merchants/{id}/manager-invites': asOwner,
  'POST /platform/merchants/{id}/owner-invites': 'invites nobody else than the owner',
  'POST /platform/terminals/{id}/enable': asOwner,
  'POST /platform/workflows/{id}/dismiss': repairs,
  'POST /platform/workflows/{id}/retry': repairs,
  'POST /pos/admin/merchants/{id}/verification/resync': repairs,
  'PUT /platform/merchants/{id}/theme': asOwner,
}

/** Calls the platform’s writing routes as an administrator who owns the merchant that they are about. */
export function ownMerchants(): void {
  beforeAll(async () => {
    app = await startProduct({ VAS_AGGREGATOR_MODE: 'sandbox' })
    const chief = await app.world.platformAdmin()
    own = await foreignMerchant(app, chief)
    await app.world.giveLabel(own.store.manager.id, 'platformAdmin')
    // Reported, requested and added by others: what the owner has asked for is refused to them anyway.
    await app.admin.query('update money.deposits set reported_by = $1', [chief.id])
    await app.admin.query('update money.settlements set requested_by = $1', [chief.id])
    await app.admin.query('update money.bank_accounts set added_by = $1', [chief.id])
  }, patient(120_000))
  afterAll(() => app.close())

  const isJudgement = (route: Route) =>
    route.access.startsWith('platform:') && route.method !== 'GET' && isOfRow(route)

  test('decides nothing about it that is for another person', async () => {
    const decided: string[] = []
    for (const route of app.product.routes.filter(isJudgement)) {
      const { status, body, text } = await ask(app, own, route, own.store.manager, 'foreign')
      const isRefused = status === 403 && body.code === 'forbidden'
      if (!isRefused && !(nameOf(route) in allowed)) decided.push(`${nameOf(route)}: ${status} ${text}`)
    }
    expect(decided).toEqual([])
    const names = app.product.routes.filter(isJudgement).map(nameOf)
    expect(Object.keys(allowed).filter((name) => !names.includes(name))).toEqual([])
  })
}
