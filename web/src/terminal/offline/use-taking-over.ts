import { useEffect } from 'react'
import { useMe } from '../../session/me/me.ts'
import { takeOverOrders } from '../selling/till/till.ts'

/** The browser may release the claims of a reloaded page a moment later. */
const afterReloadMs = 2_000
const lookEveryMs = 60_000

/** Continues what a closed window of this till has left: at once when this window comes to the front, otherwise within a minute. */
export function useTakingOver(storeId: string): void {
  const { account } = useMe()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') takeOverOrders(storeId, account.id)
    }
    const soon = setTimeout(look, afterReloadMs)
    const often = setInterval(look, lookEveryMs)
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(soon)
      clearInterval(often)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [storeId, account.id])
}
