import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { sound } from '../../ui/sounds/sounds.ts'
import { useWords } from '../../ui/words/words.ts'
import type { VasOrder } from '../selling/orders/order.ts'
import type { Result } from '../selling/vas/sale-machine.ts'
import { type TabKey, tabOf } from '../tabs/tabs.ts'
import { useVasCheckouts } from '../vas/checkouts/use-vas-checkouts.ts'
import { groupReference, orderName } from '../vas/paper/sale-words.ts'
import { kindTexts } from '../words/kind-texts.ts'
import { terminalTexts } from '../words/texts.ts'

/**
 * Shows how sales ended that are not on the screen: parked ones, and those behind another tab than `shown`.
 */
export function useSettledNotices(shown: TabKey): void {
  const t = useWords(terminalTexts)
  const tKind = useWords(kindTexts)
  const { airtime, service, pin } = useVasCheckouts()
  const queryClient = useQueryClient()
  const tell = useEffectEvent((open: VasOrder, result: Result | null, wasParked: boolean) => {
    const kind = open.kind
    if (!wasParked && tabOf[kind] === shown) return
    void queryClient.invalidateQueries({ queryKey: ['sales'] })
    const isGood = result?.variant === 'APPROVED' || result?.variant === 'APPROVED_PIN'
    const what = kind === 'airtime' ? groupReference(kind, open.terms.reference) : orderName(open.terms)
    const message =
      result === null
        ? t('settledReady', { what: orderName(open.terms) })
        : tKind(isGood ? `${kind}.settledApproved` : `${kind}.settledOther`, { what })
    if (result !== null) sound(isGood ? 'paid' : 'declined')
    notifications.show({
      message,
      color: isGood ? 'agave' : result === null ? 'cempasuchil' : 'red',
      autoClose: isGood ? 10_000 : false,
    })
  })
  useEffect(() => {
    const stops = [airtime, service, pin].map((checkout) => checkout.onSettled((...end) => tell(...end)))
    return () => {
      for (const stop of stops) stop()
    }
  }, [airtime, service, pin])
}
