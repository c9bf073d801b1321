import type { Profile, ProfileMerchant, ProfileStore } from '@mostrador/client'
import { useMe } from './me.ts'
import { useStoreChoice } from './store-choice.ts'

/** Whether the signed-in person owns this merchant. */
export function useIsOwner(merchantId: string): boolean {
  return useMe().merchants.some(({ id, isOwner }) => isOwner && id === merchantId)
}

/** The person's own merchants that are open. */
export const ownedMerchants = ({ merchants }: Pick<Profile, 'merchants'>): ProfileMerchant[] =>
  merchants.filter(({ isOwner, status }) => isOwner && status === 'ACTIVE')

/**
 * The merchant that the owner's pages act for: the selected store's, or the first of the person's own if the selected
 * store belongs to somebody else. `null` when the person owns none that is open.
 */
export function ownedMerchant(
  me: Pick<Profile, 'merchants'>,
  store: Pick<ProfileStore, 'merchantId'> | null,
): ProfileMerchant | null {
  const owned = ownedMerchants(me)
  return owned.find(({ id }) => id === store?.merchantId) ?? owned[0] ?? null
}

/** The `ownedMerchant` of the signed-in person and the selected store. */
export function useOwnedMerchant(): ProfileMerchant | null {
  return ownedMerchant(useMe(), useStoreChoice())
}
