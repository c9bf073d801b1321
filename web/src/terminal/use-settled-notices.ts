import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { groupPhone } from '../ui/phone.ts'
import { useSaleDesk } from './account-desk.ts'
import { useTerminalWords } from './words.ts'

/** Tells how parked sales ended, wherever in the till one is. */
export function useSettledNotices(): void {
  const t = useTerminalWords()
  const desk = useSaleDesk()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      desk.onSettled((open, result) => {
        const isGood = result.variant === 'APPROVED' || result.variant === 'APPROVED_PIN'
        const number = groupPhone(open.order.digits)
        notifications.show({
          message: isGood ? t('settledApproved', { number }) : t('settledOther', { number }),
          color: isGood ? 'agave' : 'red',
          autoClose: isGood ? 10_000 : false,
        })
        void queryClient.invalidateQueries({ queryKey: ['sales'] })
      }),
    [desk, queryClient, t],
  )
}
