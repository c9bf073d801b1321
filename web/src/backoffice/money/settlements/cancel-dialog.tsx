import type { Settlement } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { settlementTexts } from './texts.ts'

/** Withdraws a payout that nobody has decided about. */
export function CancelDialog({ settlement, onClose }: { settlement: Settlement; onClose: () => void }) {
  const t = useWords(settlementTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () =>
      answer(api.POST('/pos/settlements/requests/{id}/cancel', { params: { path: { id: settlement.id } } })),
    onSuccess: onClose,
    // Refused, it has most likely moved on meanwhile: the list then says how far it is.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['settlements'] })
      await queryClient.invalidateQueries({ queryKey: ['wallet'] })
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('cancelSure', { amount: formatPesos(settlement.amountCentavos) })}
      hint={t('cancelHint')}
      action={t('cancel')}
      isBusy={cancel.isPending}
      fault={cancel.isError ? words(cancel.error).title : undefined}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    />
  )
}
