import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../session/me/me.ts'
import { deviceQuery } from '../../session/till/device.ts'
import type { OfflineSeller } from '../selling/orders/order.ts'
import { shiftQuery } from '../store/queries.ts'
import { useTerminalChoice } from '../store/terminal-choice.ts'

/**
 * The cashier, shift and terminal of an offline sale; `null` while this device knows no open shift. With a password
 * somebody can work at an enabled till without having chosen a terminal. The sale names the till all the same, because
 * the server holds a sale that an enabled device hands in and that names no terminal.
 */
export function useOfflineSeller(storeId: string): OfflineSeller | null {
  const { account } = useMe()
  const { terminal } = useTerminalChoice(storeId)
  const { data: device = null } = useQuery(deviceQuery)
  const { data: shift } = useQuery(shiftQuery(storeId))
  if (shift === null || shift === undefined) return null
  return {
    accountId: account.id,
    cashierName: shift.cashierName,
    terminalId: terminal?.id ?? device?.id ?? null,
    shiftId: shift.id,
  }
}
