import type { Grant } from '../../authorization/grant.ts'
import { scopes } from '../../authorization/matrix.ts'
import { isOn } from '../../settings/values/service.ts'
import { confirming } from './confirming.ts'
import * as factorResets from './factor-reset-queries.ts'
import { factorResetting } from './factor-resetting.ts'
import { joining } from './joining.ts'
import { navigationOf, pagesOf } from './navigation.ts'
import { ownAccount } from './own-account.ts'
import type { IdentityParts } from './parts.ts'
import * as queries from './queries.ts'
import { resetting } from './resetting.ts'
import type { Me } from './schema.ts'
import { signingIn } from './signing-in.ts'

export type IdentityService = ReturnType<typeof identityService>

/**
 * Accounts and their sessions: how people join, sign in and sign out. Secrets are stored hashed or sealed; an
 * unknown account and a wrong password get the same answer; a code works once. Owns identity.accounts,
 * sessions, recovery_codes, sign_in_attempts, setup_links, password_resets, second_factor_resets; accepts shop.invites.
 */
export function identityService(parts: IdentityParts) {
  const { database } = parts

  /** The caller, where they work and which pages they may open. */
  const me = (grant: Grant<'authenticated'>): Promise<Me> =>
    database.read(grant, async (tx) => {
      const { principal } = tx
      const isStaff = principal.labels.some((label) => label !== 'distributor')
      const [stores, merchants, listsGiftCards, secondFactorResetAt] = await Promise.all([
        queries.ownStores(tx),
        queries.ownMerchants(tx),
        isStaff && isOn(tx, 'giftcards_admin_list_web'),
        principal.hasSecondFactor && principal.terminalId === null ? factorResets.ownResetAt(tx) : null,
      ])
      return {
        account: {
          id: principal.accountId,
          email: principal.email,
          name: principal.name,
          secondFactor: principal.hasSecondFactor,
          secondFactorResetAt,
        },
        labels: [...principal.labels],
        merchants,
        stores: stores.flatMap((store) => {
          const role = principal.memberships.find(({ storeId }) => storeId === store.storeId)?.role
          const isAtTill = principal.terminalId !== null
          return role === undefined
            ? []
            : [{ ...store, role, scopes: scopes(role, isAtTill), pages: pagesOf(role, isAtTill) }]
        }),
        terminalId: principal.terminalId,
        navigation: navigationOf(principal, merchants, { listsGiftCards }),
      }
    })

  return {
    me,
    ...signingIn(parts),
    ...joining(parts),
    ...ownAccount(parts),
    ...confirming(parts),
    ...resetting(parts),
    ...factorResetting(parts),
  }
}
