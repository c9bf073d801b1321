import type { Settlement } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useActWords } from '../../../problems/problem-words.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { settlementTexts } from './texts.ts'

/** Cancels a payout that has not been decided yet. */
export function CancelDialog({ settlement, onClose }: { settlement: Settlement; onClose: () => void }) {
  const t = useWords(settlementTexts)
  const words = useActWords()
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () =>
      answer(api.POST('/pos/settlements/requests/{id}/cancel', { params: { path: { id: settlement.id } } })),
    onSuccess: onClose,
    // After a refusal the payout has probably moved on: reload to show its current state.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['settlements'] })
      void queryClient.invalidateQueries({ queryKey: ['wallet'] })
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('cancelSure', { amount: formatPesos(settlement.amountCentavos) })}
      hint={t('cancelHint')}
      action={t('cancel')}
      isBusy={cancel.isPending}
      fault={cancel.isError ? words(cancel.error) : undefined}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    />
  )
}
