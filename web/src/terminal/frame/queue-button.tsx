import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ProfileStore } from '@mostrador/client'
import { IconCloudUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useMissingScope } from '../../session/me/abilities.ts'
import { later } from '../../ui/parts/later.tsx'
import { useWords } from '../../ui/words/words.ts'
import { heldQuery } from '../offline/held-query.ts'
import { useOfflineOrders, useOfflineSending } from '../offline/use-offline-orders.ts'
import { useTakingOver } from '../offline/use-taking-over.ts'
import { isOpen } from '../selling/orders/order.ts'
import { terminalTexts } from '../words/texts.ts'
import classes from './queue-button.module.css'

const QueueDrawer = later(async () => (await import('./parts.ts')).parts.QueueDrawer)

/** Counts unsettled offline sales; hidden when there are none. */
export function QueueButton({ store }: { store: ProfileStore }) {
  const t = useWords(terminalTexts)
  const queryClient = useQueryClient()
  const [isOpened, drawer] = useDisclosure(false)
  const { own, others, left } = useOfflineOrders(store.storeId)
  const mayDecide = useMissingScope(store, 'POS_SALES_APPROVE') === null
  const { data: held = [] } = useQuery({ ...heldQuery(store.storeId), enabled: mayDecide })
  useTakingOver(store.storeId)
  useOfflineSending(
    useCallback(() => {
      for (const key of ['orders', 'shift', 'offline_sales'])
        void queryClient.invalidateQueries({ queryKey: [key] })
    }, [queryClient]),
  )
  const ids = new Set([...own.filter(isOpen), ...others, ...left].map(({ key }) => key))
  for (const { id } of held) ids.add(id)
  return (
    <>
      {(ids.size > 0 || isOpened) && (
        <Button
          variant="light"
          color="cempasuchil"
          h={44}
          px="sm"
          leftSection={<IconCloudUpload size={19} stroke={1.7} aria-hidden="true" />}
          aria-label={t('unsent', { count: ids.size })}
          onClick={drawer.open}
        >
          {ids.size}
          <span className={classes['wideOnly']}>&nbsp;{t('unsentWord')}</span>
        </Button>
      )}
      <QueueDrawer isOpen={isOpened} onClose={drawer.close} store={store} />
    </>
  )
}
