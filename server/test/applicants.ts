import { expect } from 'vitest'
import type { App } from './app.ts'
import { newClabe } from './clabes.ts'
import type { Person } from './world.ts'

export const evidence = 'Acta constitutiva vista el 3 de marzo'
export const reason = 'Documentos falsos'

export type Applicants = Awaited<ReturnType<typeof applicantsOf>>
export type Applicant = Awaited<ReturnType<Applicants['applicant']>>

/** Merchants that are verified, and the staff of the platform who decide about them. */
export async function applicantsOf(app: App) {
  const operator = await app.world.operator()
  const admin = await app.world.platformAdmin()

  /** A merchant with a store, and the actions on its verification. */
  const applicant = async () => {
    const store = await app.world.store()
    const { merchantId, manager } = store
    const act = (who: Person, name: string, body?: object) =>
      app.call(who, 'POST', `/pos/admin/merchants/${merchantId}/verification/${name}`, body)
    return {
      ...store,
      act,
      addAccount: async (clabe = newClabe()): Promise<string> =>
        (
          await app.call(manager, 'POST', '/pos/settlements/bank-account', {
            clabe,
            holder: 'Rosa Luna',
          })
        ).body.id,
      decide: (id: string, status: 'VERIFIED' | 'REJECTED') =>
        app.call(operator, 'PATCH', `/pos/settlements/bank-account/${id}/verification`, {
          status,
          reason: 'Prueba',
        }),
      confirm: () => act(operator, 'confirm-business', { evidence }),
      attest: (bankAccountId: string) => act(admin, 'attest', { bankAccountId, evidence }),
      revoke: () => act(admin, 'revoke', { reason }),
      unlock: () => act(admin, 'unlock', { reason: 'Aclarado' }),
      resync: () => act(operator, 'resync'),
      facts: async () =>
        (await app.call(operator, 'GET', `/pos/admin/merchants/${merchantId}/verification`)).body,
      status: async () => {
        const { verificationStatus, isVerified } = (
          await app.call(operator, 'GET', `/platform/merchants/${merchantId}`)
        ).body
        expect(isVerified).toBe(verificationStatus === 'VERIFIED')
        return verificationStatus
      },
    }
  }
  const verified = async () => {
    const one = await applicant()
    const account = await one.addAccount()
    await one.confirm()
    const done = await one.attest(account)
    expect(done.body, done.text).toMatchObject({ status: 'VERIFIED', isVerified: true })
    return { ...one, account }
  }

  return { operator, admin, applicant, verified }
}
