import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type DrawerReport, isProblem, type ShiftClosing } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { CountFields } from '../../../cash/count-fields.tsx'
import { useDrawerCount } from '../../../cash/drawer-count.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { formatPesos } from '../../../ui/format/money.ts'
import { enterMovesOn } from '../../../ui/keys/enter-moves-on.ts'
import { useFormInLayer } from '../../../ui/layers/form-layer.ts'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { Sum } from '../../selling/orders/sums.tsx'
import { DifferenceChip } from './difference-chip.tsx'
import { shiftDeskTexts } from './texts.ts'

/** By this key a drawer knows that the shift is being closed. */
export const closingKey = (shiftId: string) => ['shifts', 'closing', shiftId]

/** Counts the drawer of a shift that was left open, and closes it on behalf of its cashier. */
export function CloseForm({ view, onLeave }: { view: DrawerReport; onLeave: () => void }) {
  const t = useWords(shiftDeskTexts)
  const tUi = useWords(uiTexts)
  const { counting, setCounting, countedCentavos: counted, isEntered, sent } = useDrawerCount()
  const [reason, setReason] = useState('')
  useFormInLayer()
  const close = useClosing(view.shift.id, onLeave)
  const refusal = useRefusal()
  const difference = counted - view.totals.expectedCentavos
  const isWhole = isEntered && (difference === 0 || reason.trim().length >= 3)
  return (
    <form
      onKeyDown={enterMovesOn}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole)
          close.mutate({
            ...sent,
            ...(difference !== 0 && { differenceReason: reason.trim() }),
          })
      }}
    >
      <Stack>
        <Title order={3}>{t('closeTitle', { name: view.shift.cashierName })}</Title>
        <Text c="dimmed">
          {t('closeHint')} {t('closeCount')}
        </Text>
        <CountFields counting={counting} onChange={setCounting} />
        <div role="status">
          <Sum label={t('expected')} value={formatPesos(view.totals.expectedCentavos)} />
          <Sum isStrong label={t('countedNow')} value={formatPesos(counted)} />
          <Group justify="flex-end" mt={6}>
            <DifferenceChip differenceCentavos={difference} />
          </Group>
        </div>
        {difference !== 0 && (
          <TextInput
            label={t('differenceReason')}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <RefusedAlert error={close.error} special={refusal(close.error)} />
        <Group grow>
          <Button variant="default" onClick={onLeave} disabled={close.isPending}>
            {tUi('cancel')}
          </Button>
          <Button type="submit" disabled={!isWhole} loading={close.isPending}>
            {t('closeDo', { amount: formatPesos(counted) })}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What two refusals mean here: the common words tell a cashier to open a shift, and one has none. */
function useRefusal(): (error: unknown) => string | undefined {
  const t = useWords(shiftDeskTexts)
  return (error) => {
    if (isProblem(error, 'shift_closed')) return t('closedMeanwhile')
    if (isProblem(error, 'difference_reason_required')) return t('reasonMissing')
    return undefined
  }
}

function useClosing(id: string, onClosed: () => void) {
  const t = useWords(shiftDeskTexts)
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: closingKey(id),
    mutationFn: (body: ShiftClosing) =>
      answer(api.POST('/pos/shifts/{id}/close', { params: { path: { id } }, body })),
    onSuccess: ({ folio }) => {
      notifications.show({ message: t('closedNow', { folio }) })
      onClosed()
    },
    // If a sale was added or somebody closed it meanwhile, the report shows the current state.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['shifts'] }),
  })
}
