import { useEffect } from 'react'
import { MerchantLook } from './look/merchant-look.tsx'
import { shareUse } from './session/lock/shared-use.ts'

/** What every page of a signed-in person needs, and no first screen waits for: the merchant's theme, and the shared lock. */
export function SessionEffects() {
  useEffect(shareUse, [])
  return <MerchantLook />
}
