import type { Terminal } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { DeviceAct } from './device-actions.tsx'
import { EnableDialog } from './enable-dialog.tsx'
import { deviceTexts } from './texts.ts'

/** Enables a device as the terminal, or disables the one in use. */
export function DeviceDialog({ act, terminal, onClose }: DeviceAct & { onClose: () => void }) {
  return act === 'enable' ? (
    <EnableDialog terminal={terminal} onClose={onClose} />
  ) : (
    <DisableDialog terminal={terminal} onClose={onClose} />
  )
}

interface DialogProps {
  terminal: Terminal
  onClose: () => void
}

function DisableDialog({ terminal, onClose }: DialogProps) {
  const t = useWords(deviceTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const disable = useMutation({
    mutationFn: () =>
      answer(api.POST('/pos/terminals/{id}/disable', { params: { path: { id: terminal.id } } })),
    onSuccess: () => {
      onClose()
      void queryClient.invalidateQueries({ queryKey: ['terminals'] })
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('disableSure', { name: terminal.name })}
      hint={t('disableHint')}
      action={t('disable')}
      isBusy={disable.isPending}
      fault={disable.isError ? words(disable.error).title : undefined}
      onConfirm={() => disable.mutate()}
      onClose={onClose}
    />
  )
}
