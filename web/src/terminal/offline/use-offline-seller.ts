import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../session/me/me.ts'
import type { OfflineSeller } from '../selling/orders/order.ts'
import { shiftQuery } from '../store/queries.ts'
import { useTerminalChoice } from '../store/terminal-choice.ts'

/** The cashier and shift for an offline sale; `null` while this device knows no open shift. */
export function useOfflineSeller(storeId: string): OfflineSeller | null {
  const { account } = useMe()
  const { terminal } = useTerminalChoice(storeId)
  const { data: shift } = useQuery(shiftQuery(storeId))
  if (shift === null || shift === undefined) return null
  return {
    accountId: account.id,
    cashierName: shift.cashierName,
    terminalId: terminal?.id ?? null,
    shiftId: shift.id,
  }
}
