import { Button, Text } from '@mantine/core'
import { uuidV7 } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { FormDialog } from '../../ui/layers/form-dialog.tsx'
import { useDrawer } from '../../ui/printer/use-drawer.ts'
import { useWords } from '../../ui/words/words.ts'
import { shiftQuery } from '../store/queries.ts'
import { useTerminalChoice } from '../store/terminal-choice.ts'
import { FaultText } from '../words/fault-text.tsx'
import { shiftTexts } from './texts.ts'

/** Opens a shift with the cash in the drawer. */
export function OpenShift({ storeId, onClose }: { storeId: string; onClose: () => void }) {
  const t = useWords(shiftTexts)
  const queryClient = useQueryClient()
  const { terminal } = useTerminalChoice(storeId)
  const [float, setFloat] = useState<number | null>(null)
  const [key] = useState(() => uuidV7())
  const openDrawer = useDrawer()
  const open = useMutation({
    mutationFn: (openingFloatCentavos: number) =>
      answer(
        api.POST('/pos/shifts', {
          params: { header: { 'idempotency-key': key } },
          body: { storeId, openingFloatCentavos, ...(terminal !== null && { terminalId: terminal.id }) },
        }),
      ),
    onSuccess: (shift) => {
      queryClient.setQueryData(shiftQuery(storeId).queryKey, shift)
      void openDrawer(shift.id)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('openTitle')}
      isSending={open.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (float !== null) open.mutate(float)
      }}
    >
      <Text c="dimmed">{t('openHint')}</Text>
      <MoneyField label={t('float')} size="lg" data-autofocus value={float} onChange={setFloat} />
      <FaultText error={open.error} />
      <Button type="submit" h={52} disabled={float === null} loading={open.isPending}>
        {float === null ? t('open') : t('openDo', { amount: formatPesos(float) })}
      </Button>
    </FormDialog>
  )
}
