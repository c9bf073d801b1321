import { Group, Stack, Text } from '@mantine/core'
import type { GiftPin, VasSale } from '@mostrador/client'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { mayHideUnseenPin } from '../../api/unseen-pin.ts'
import { useOutcomeWords } from '../../outcomes/outcome-words.ts'
import { SaleStatusChip } from '../../outcomes/sale-status.tsx'
import { useProblemWords } from '../../problems/problem-words.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { Modal } from '../../ui/layers/modal.tsx'
import { useKeptPin } from '../../ui/paper/kept-pin.ts'
import { ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import { CashRefund, useRefundingShift } from '../shift/cash-refund.tsx'
import { ReceiptPanel } from '../vas/paper/receipt-panel.tsx'
import { salePaper, salePaperWithPin } from '../vas/paper/sale-paper.ts'
import { saleName } from '../vas/paper/sale-words.ts'
import { DeliveredPin } from '../vas/pins/delivered-pin.tsx'
import { showPinKey } from '../vas/pins/show-pin-key.ts'
import { terminalTexts } from '../words/texts.ts'

interface Props {
  saleId: string | null
  /** The sale as a list showed it, if it was opened there. */
  listed?: VasSale | undefined
  onClose: () => void
}

/** One sale of services with its current state and its receipt. */
export function SaleDetail({ saleId, listed, onClose }: Props) {
  const t = useWords(terminalTexts)
  const words = useProblemWords()
  const query = useQuery({
    queryKey: ['sales', 'one', saleId],
    queryFn: ({ signal }) =>
      answer(api.GET('/vas/sale/{id}', { params: { path: { id: saleId ?? '' } }, signal })),
    enabled: saleId !== null && (listed === undefined || !mayHideUnseenPin(listed)),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? 5000 : false),
    gcTime: 0,
  })
  const sale = query.data ?? listed
  const isShowingPin = useIsMutating({ mutationKey: showPinKey }) > 0
  return (
    // Closed before the answer, it would lose the PIN, which is shown only once.
    <Modal
      opened={saleId !== null}
      onClose={onClose}
      isSending={isShowingPin || undefined}
      size="lg"
      title={`${t('folio')} ${sale?.folio ?? ''}`}
    >
      {query.error !== null && <ErrorState {...words(query.error)} onRetry={() => query.refetch()} />}
      {sale === undefined && query.error === null && saleId !== null && <RowSkeletons rows={4} />}
      {sale !== undefined && <Detail key={sale.id} sale={sale} />}
    </Modal>
  )
}

function Detail({ sale }: { sale: VasSale }) {
  const t = useWords(terminalTexts)
  const outcomeOf = useOutcomeWords()
  const [shown, setShown] = useState<GiftPin | null>(null)
  const pin = useKeptPin(shown ?? sale.pin)
  const refundingShift = useRefundingShift(sale)
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={650} className="figures">
          {saleName(sale)} · {formatPesos(sale.totalCentavos)}
        </Text>
        <SaleStatusChip status={sale.status} />
      </Group>
      {/* A PIN's own card says more. */}
      {!(sale.kind === 'pin' && sale.status === 'COMPLETED') && <Text>{outcomeOf(sale)}</Text>}
      {refundingShift !== undefined && <CashRefund sale={sale} shift={refundingShift} />}
      {sale.kind === 'pin' && sale.status === 'COMPLETED' && (
        <Stack align="center" gap="sm">
          <DeliveredPin sale={sale} pin={pin} onShown={setShown} />
        </Stack>
      )}
      {sale.receipt.length > 0 && (
        <ReceiptPanel
          sale={sale}
          paper={salePaper(sale)}
          pinPaper={salePaperWithPin(sale, pin)}
          printLabel={t('printReceipt')}
        />
      )}
    </Stack>
  )
}
