import { Button, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { formatRecent } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { EmptyTicket } from '../../ui/illustrations/scenes.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { EmptyState, ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { useTerminalChoice } from '../store/terminal-choice.ts'
import { useFaultWords } from '../words/fault-words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { useCartState } from './use-cart.ts'

const parkedQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['carts', 'parked', storeId],
    queryFn: async ({ signal }) => {
      const query = { storeId, status: 'PARKED', limit: 100 } as const
      const { items } = await answer(api.GET('/pos/carts', { params: { query }, signal }))
      return items
    },
    staleTime: 0,
  })

/** The store's parked carts, from all tills. */
export function ParkedCarts({ checkout, onClose }: { checkout: CartCheckout; onClose: () => void }) {
  const t = useWords(shopTexts)
  const words = useFaultWords()
  const queryClient = useQueryClient()
  const { terminal } = useTerminalChoice(checkout.storeId)
  const { cart, busyCount } = useCartState(checkout)
  const parked = useQuery(parkedQuery(checkout.storeId))
  if (parked.error !== null) return <ErrorState {...words(parked.error)} onRetry={() => parked.refetch()} />
  if (parked.data === undefined) return <RowSkeletons rows={3} />
  if (parked.data.length === 0)
    return <EmptyState picture={<EmptyTicket />} title={t('parkedNone')} hint={t('parkedNoneHint')} />
  const recall = async (id: string) => {
    await checkout.recall(id, terminal?.id ?? null)
    void queryClient.invalidateQueries({ queryKey: ['carts'] })
    onClose()
  }
  return (
    <Stack gap="sm">
      {parked.data.map((each) => (
        <Group key={each.id} justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text fw={650} truncate>
              {each.label ?? t('unnamed')}
            </Text>
            <Text size="sm" c="dimmed" className="figures">
              {formatRecent(each.updatedAt)} · {formatPesos(each.totalCentavos)}
            </Text>
          </div>
          <AllowedButton
            variant="light"
            loading={busyCount > 0}
            reason={cart !== null && cart.lines.length > 0 ? t('parkedBusy') : null}
            onClick={() => void recall(each.id)}
          >
            {t('recall')}
          </AllowedButton>
        </Group>
      ))}
      <Button variant="subtle" color="gray" onClick={onClose}>
        {t('done')}
      </Button>
    </Stack>
  )
}
