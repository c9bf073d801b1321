import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { isProblem, uuidV7 } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { firstFieldFocused } from '../../ui/keys/pointer.ts'
import { useFormInLayer } from '../../ui/layers/form-layer.ts'
import { useDrawer } from '../../ui/printer/use-drawer.ts'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { FaultText } from '../words/fault-text.tsx'
import { shiftActKey } from './shift-keys.ts'
import { shiftTexts } from './texts.ts'

/** Opens the drawer without a sale. The reason is on record before it opens. */
export function NoSaleForm({ shiftId, onLeave }: { shiftId: string; onLeave: () => void }) {
  const t = useWords(shiftTexts)
  const tUi = useWords(uiTexts)
  const queryClient = useQueryClient()
  const openDrawer = useDrawer()
  useFormInLayer()
  const [reason, setReason] = useState('')
  const [key] = useState(() => uuidV7())
  const isWhole = reason.trim().length >= 3
  const open = useMutation({
    mutationKey: shiftActKey,
    mutationFn: () =>
      answer(
        api.POST('/pos/shifts/{id}/cash_movements', {
          params: { path: { id: shiftId }, header: { 'idempotency-key': key } },
          body: { kind: 'NO_SALE', amountCentavos: 0, reason: reason.trim() },
        }),
      ),
    onSuccess: async ({ id }) => {
      await openDrawer(id)
      await queryClient.invalidateQueries({ queryKey: ['shift'] })
      onLeave()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole) open.mutate()
      }}
    >
      <Stack ref={firstFieldFocused}>
        <Title order={3}>{t('noSale')}</Title>
        <Text c="dimmed">{t('noSaleHint')}</Text>
        <TextInput
          label={t('reason')}
          placeholder={t('noSaleExample')}
          data-autofocus
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FaultText
          error={open.error}
          special={isProblem(open.error, 'forbidden') ? t('noSaleForbidden') : undefined}
        />
        <Group grow>
          <Button variant="default" h={52} onClick={onLeave} disabled={open.isPending}>
            {tUi('cancel')}
          </Button>
          <Button type="submit" h={52} disabled={!isWhole} loading={open.isPending}>
            {t('noSaleDo')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
