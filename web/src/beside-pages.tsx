import { useEffect } from 'react'
import { MerchantLook } from './look/merchant-look.tsx'
import { shareUse } from './session/lock/shared-use.ts'

/** What runs beside every page of a signed-in person, and no first screen waits for. */
export function BesidePages() {
  useEffect(shareUse, [])
  return <MerchantLook />
}
