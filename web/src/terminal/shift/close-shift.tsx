import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { type DrawerReport, isProblem, type Shift, type ShiftReport, uuidV7 } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { isRefusal } from '../../api/refusal.ts'
import { CountFields } from '../../cash/count-fields.tsx'
import { useDrawerCount } from '../../cash/drawer-count.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { enterMovesOn } from '../../ui/keys/enter-moves-on.ts'
import { useFormInLayer } from '../../ui/layers/form-layer.ts'
import { LayerFoot } from '../../ui/layers/layer-foot.tsx'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { shiftQuery } from '../store/queries.ts'
import { FaultText } from '../words/fault-text.tsx'
import classes from './shift.module.css'
import { closeShiftKey } from './shift-keys.ts'
import { shiftTexts } from './texts.ts'
import { UnsentNotice } from './unsent-notice.tsx'

interface Props {
  shift: Shift
  /** `null` when the drawer is counted blind: the server returns the totals after the close. */
  totals: DrawerReport['totals'] | null
  onClosed: (shift: Shift, closing: ShiftReport) => void
  onLeave: () => void
}

/**
 * Counts the drawer and closes the shift. A difference is shown before closing and needs a reason, unless the
 * drawer is counted blind.
 */
export function CloseShift({ shift, totals, onClosed, onLeave }: Props) {
  const t = useWords(shiftTexts)
  const tUi = useWords(uiTexts)
  const queryClient = useQueryClient()
  const { counting, setCounting, countedCentavos: counted, isEntered, sent: sentCount } = useDrawerCount()
  const [reason, setReason] = useState('')
  useFormInLayer()
  const sent = useRef({ text: '', key: '' })
  const difference = totals === null ? null : counted - totals.expectedCentavos
  const needsReason = difference !== null && difference !== 0
  const isWhole = isEntered && (!needsReason || reason.trim().length >= 3)
  const close = useMutation({
    mutationKey: closeShiftKey,
    mutationFn: () => {
      const body = {
        ...sentCount,
        ...(needsReason && { differenceReason: reason.trim() }),
      }
      // The same count sent again is the same request, with the same key. Another count gets a new key.
      const text = JSON.stringify(body)
      if (sent.current.text !== text) sent.current = { text, key: uuidV7() }
      const header = { 'idempotency-key': sent.current.key }
      return answer(api.POST('/pos/shifts/{id}/close', { params: { path: { id: shift.id }, header }, body }))
    },
    // It may have been closed all the same, and then only the answer of this request has the Z.
    retry: (count, error) => count < 3 && !isRefusal(error),
    onSuccess: (closing) => {
      queryClient.setQueryData(shiftQuery(shift.storeId).queryKey, null)
      // A till closes only the shift of its own person.
      const closed = { closedBy: shift.accountId, closedByName: shift.cashierName }
      onClosed({ ...shift, ...closed, status: 'CLOSED', closedAt: closing.createdAt }, closing)
    },
    onError: (error) => {
      // Something was sold meanwhile: the report has the current expected amount.
      if (isProblem(error, 'difference_reason_required', 'shift_closed'))
        void queryClient.invalidateQueries({ queryKey: ['shift'] })
    },
  })
  return (
    <form
      onKeyDown={enterMovesOn}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole) close.mutate()
      }}
    >
      <Stack>
        <Title order={3}>{t('closeTitle')}</Title>
        <Text c="dimmed">{t(difference === null ? 'closeBlindHint' : 'closeHint')}</Text>
        <UnsentNotice storeId={shift.storeId} />
        <CountFields counting={counting} onChange={setCounting} />
        <LayerFoot>
          <Difference countedCentavos={counted} differenceCentavos={difference} />
          {needsReason && (
            <TextInput
              label={t('differenceReason')}
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          <FaultText error={close.error} />
          <Group grow>
            <Button variant="default" h={52} onClick={onLeave} disabled={close.isPending}>
              {tUi('cancel')}
            </Button>
            <Button type="submit" h={52} disabled={!isWhole} loading={close.isPending}>
              {t('closeDo', { amount: formatPesos(counted) })}
            </Button>
          </Group>
        </LayerFoot>
      </Stack>
    </form>
  )
}

function Difference(props: { countedCentavos: number; differenceCentavos: number | null }) {
  const t = useWords(shiftTexts)
  const { countedCentavos: counted, differenceCentavos: difference } = props
  const amount = formatPesos(Math.abs(difference ?? 0))
  return (
    <div className={classes['counted']} data-tone={(difference ?? 0) === 0 ? undefined : 'bad'} role="status">
      <span>
        {t('counted')}
        {difference !== null && (
          <small>
            {difference === 0 ? t('exact') : difference > 0 ? t('over', { amount }) : t('short', { amount })}
          </small>
        )}
      </span>
      <strong>{formatPesos(counted)}</strong>
    </div>
  )
}
