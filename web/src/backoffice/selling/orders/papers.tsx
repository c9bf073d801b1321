import { Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { useTicketPaper } from '../../../tickets/ticket-paper.ts'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { PrintedAtOnce } from '../../../ui/printer/printed-at-once.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { papersQuery } from './orders-query.ts'
import { ordersTexts } from './texts.ts'

interface Props {
  storeId: string
  orderId: string
  /** The receipt belongs to someone else, and this person may only read their own. */
  isOwnBarred: boolean
}

/** Reprints the receipts of a sale and its refunds. The server records who did. */
export function Papers({ storeId, orderId, isOwnBarred }: Props) {
  const t = useWords(ordersTexts)
  const ticket = useTicketPaper()
  const papers = useQuery(papersQuery(storeId, orderId))
  const reprint = useMutation({
    mutationFn: (id: string) =>
      answer(api.POST('/pos/receipts/{id}/reprint', { params: { path: { id } }, body: {} })),
  })
  const printed = reprint.data
  const face = { variant: 'default', leftSection: <IconPrinter size={19} /> } as const
  return (
    <Stack gap="xs">
      <RefusedAlert error={reprint.error} isRepeatable />
      {isOwnBarred && (
        <AllowedButton {...face} reason={t('notYourReceipt')}>
          {t('reprint')}
        </AllowedButton>
      )}
      {papers.data?.map(({ id, kind, folio }) => (
        <AllowedButton
          key={id}
          {...face}
          loading={reprint.isPending && reprint.variables === id}
          onClick={() => reprint.mutate(id)}
        >
          {kind === 'SALE' ? t('reprint') : t('reprintRefund', { folio })}
        </AllowedButton>
      ))}
      {/* Each answer is printed, also the same receipt again. */}
      {printed !== undefined && (
        <PrintedAtOnce key={reprint.submittedAt} paper={ticket(printed, { isCopy: true })} />
      )}
    </Stack>
  )
}
