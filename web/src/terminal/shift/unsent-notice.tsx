import { Alert } from '@mantine/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useUnsentCount } from '../../session/account/unsent.ts'
import { useMe } from '../../session/me/me.ts'
import { useWords } from '../../ui/words/words.ts'
import { useCartCheckout, useCartState } from '../cart/use-cart.ts'
import type { Order, VasOrder } from '../selling/orders/order.ts'
import { offlineQueue, orderBook } from '../selling/till/till.ts'
import { shiftTexts } from './texts.ts'

/**
 * Sends what this device still holds of the person's sales, and warns while some of it is not at the server: a shift that is
 * closed without them counts too little, and they are held for a supervisor.
 */
export function UnsentNotice({ storeId }: { storeId: string }) {
  const t = useWords(shiftTexts)
  const { account } = useMe()
  const unsentCount = useUnsentCount()
  const { paying } = useCartState(useCartCheckout(storeId))
  const isUnknown = (order: Order): order is VasOrder =>
    order.kind !== 'goods' && order.accountId === account.id && order.saleId === null
  const unknownCount = useStore(orderBook.store, () => orderBook.select(isUnknown).length)
  useEffect(() => offlineQueue.follow(account.id), [account.id])
  return (
    <>
      {unsentCount > 0 && (
        <Alert color="cempasuchil" title={t('unsent', { count: unsentCount })}>
          {t('unsentHint')}
        </Alert>
      )}
      {(paying !== null || unknownCount > 0) && (
        <Alert color="cempasuchil" title={t('paying')}>
          {t('payingHint')}
        </Alert>
      )}
    </>
  )
}
