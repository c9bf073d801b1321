import { Group, Paper, Stack, Text } from '@mantine/core'
import type { VasSale } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { mayHideUnseenPin } from '../../../api/unseen-pin.ts'
import { useOutcomeWords } from '../../../outcomes/outcome-words.ts'
import { SaleStatusChip } from '../../../outcomes/sale-status.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { Drawer } from '../../../ui/layers/drawer.tsx'
import { useKeptPin } from '../../../ui/paper/kept-pin.ts'
import { linesPaper } from '../../../ui/paper/paper-document.ts'
import { PaperView } from '../../../ui/paper/paper-view.tsx'
import { PinCard } from '../../../ui/paper/pin-card.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { PrintButton } from '../../../ui/printer/print-button.tsx'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { saleTexts } from './texts.ts'

interface Props {
  saleId: string | undefined
  /** The sale's row in the list, if it is loaded. */
  listed: VasSale | undefined
  onClose: () => void
}

/**
 * One sale with its receipt, updated while it is open. A PIN that nobody has seen belongs to the customer at
 * the till, so it is not requested from here.
 */
export function SaleDrawer({ saleId, listed, onClose }: Props) {
  const words = useProblemWords()
  const query = useQuery({
    queryKey: ['sales', 'one', saleId],
    queryFn: ({ signal }) =>
      answer(api.GET('/vas/sale/{id}', { params: { path: { id: saleId ?? '' } }, signal })),
    enabled: saleId !== undefined && (listed === undefined || !mayHideUnseenPin(listed)),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? 5000 : false),
  })
  const sale = query.data ?? listed
  return (
    <Drawer
      opened={saleId !== undefined}
      onClose={onClose}
      position="right"
      size={420}
      title={sale?.folio ?? ''}
    >
      {query.error !== null && <ErrorState {...words(query.error)} onRetry={() => query.refetch()} />}
      {query.isLoading && <RowSkeletons rows={4} />}
      {sale !== undefined && <Detail key={sale.id} sale={sale} />}
    </Drawer>
  )
}

function Detail({ sale }: { sale: VasSale }) {
  const pin = useKeptPin(sale.pin)
  const t = useWords(saleTexts)
  const outcomeOf = useOutcomeWords()
  const tUi = useWords(uiTexts)
  return (
    <Stack>
      <Group>
        <SaleStatusChip status={sale.status} />
      </Group>
      {pin === null ? <Text>{outcomeOf(sale)}</Text> : <PinCard pin={pin} />}
      {sale.receipt.length > 0 && (
        <>
          <Paper withBorder p="md" fz="sm">
            <PaperView paper={linesPaper(t('receipt'), sale.receipt)} />
          </Paper>
          <PrintButton paper={linesPaper(null, sale.receipt)}>{tUi('print')}</PrintButton>
        </>
      )}
    </Stack>
  )
}
