import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { uuidV7 } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { firstFieldFocused } from '../../ui/keys/pointer.ts'
import { useFormInLayer } from '../../ui/layers/form-layer.ts'
import { useDrawer } from '../../ui/printer/use-drawer.ts'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { FaultText } from '../words/fault-text.tsx'
import { shiftActKey } from './shift-keys.ts'
import { shiftTexts } from './texts.ts'

export const movementKinds = ['CASH_IN', 'CASH_OUT', 'DROP'] as const
export type MovementKind = (typeof movementKinds)[number]

interface Props {
  shiftId: string
  kind: MovementKind
  onLeave: () => void
}

/** Puts cash into the drawer or takes it out, apart from sales. */
export function CashMovementForm({ shiftId, kind, onLeave }: Props) {
  const t = useWords(shiftTexts)
  const tUi = useWords(uiTexts)
  const queryClient = useQueryClient()
  const [amountCentavos, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [key] = useState(() => uuidV7())
  const openDrawer = useDrawer()
  useFormInLayer()
  const isWhole = amountCentavos !== null && amountCentavos > 0 && reason.trim() !== ''
  const move = useMutation({
    mutationKey: shiftActKey,
    mutationFn: (amount: number) =>
      answer(
        api.POST('/pos/shifts/{id}/cash_movements', {
          params: { path: { id: shiftId }, header: { 'idempotency-key': key } },
          body: { kind, amountCentavos: amount, reason: reason.trim() },
        }),
      ),
    onSuccess: ({ id }) => {
      void openDrawer(id)
      notifications.show({ message: t('movementDone'), color: 'agave' })
      void queryClient.invalidateQueries({ queryKey: ['shift'] })
      onLeave()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole) move.mutate(amountCentavos)
      }}
    >
      <Stack ref={firstFieldFocused}>
        <Title order={3}>{t(`movement.${kind}`)}</Title>
        <Text c="dimmed">{t(`movementHint.${kind}`)}</Text>
        <MoneyField label={t('amount')} size="lg" value={amountCentavos} onChange={setAmount} />
        <TextInput
          label={t('reason')}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FaultText error={move.error} />
        <Group grow>
          <Button variant="default" h={52} onClick={onLeave} disabled={move.isPending}>
            {tUi('cancel')}
          </Button>
          <Button type="submit" h={52} disabled={!isWhole} loading={move.isPending}>
            {t('movementDo')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
