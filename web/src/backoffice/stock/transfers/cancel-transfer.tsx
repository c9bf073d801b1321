import { notifications } from '@mantine/notifications'
import type { StockTransfer } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useActWords } from '../../../problems/problem-words.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { transferTexts } from './texts.ts'

interface Props {
  transfer: StockTransfer
  barred: string | null
  onDone: () => void
}

/** Takes back goods that have not been received yet. */
export function CancelTransfer({ transfer, barred, onDone }: Props) {
  const t = useWords(transferTexts)
  const words = useActWords()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const cancel = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/pos/inventory/transfers/{id}/cancel', {
          params: { path: { id: transfer.id } },
        }),
      ),
    onSuccess: () => {
      notifications.show({ message: t('canceled'), color: 'agave' })
      onDone()
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['stock'] }),
  })
  return (
    <>
      <AllowedButton
        variant="light"
        color="red"
        reason={barred}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setIsConfirming(true)}
      >
        {t('cancel')}
      </AllowedButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('cancelSure')}
        hint={t('cancelHint')}
        action={t('cancel')}
        isBusy={cancel.isPending}
        fault={cancel.isError ? words(cancel.error) : undefined}
        onConfirm={() => cancel.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  )
}
