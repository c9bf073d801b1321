import { Stack, Text } from '@mantine/core'
import { isProblem, type Shift, uuidV7, type VasSale } from '@mostrador/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { useDrawer } from '../../ui/printer/use-drawer.ts'
import { useWords, type Words } from '../../ui/words/words.ts'
import { shiftQuery } from '../store/queries.ts'
import { FaultText } from '../words/fault-text.tsx'
import { terminalTexts } from '../words/texts.ts'
import { shiftTexts } from './texts.ts'

/**
 * The person's open shift, or `null`, when the cash of a service that was not sold may be in the count of another one.
 * Cash that this shift took goes back without a movement: it is not counted yet. `undefined` when nothing is owed so.
 */
export function useRefundingShift(sale: VasSale): Shift | null | undefined {
  const { data: shift } = useQuery(shiftQuery(sale.storeId))
  const isUndone = sale.status === 'FAILED' || sale.status === 'REVERSED'
  if (!isUndone || sale.payment.method !== 'CASH' || sale.shiftId === null) return undefined
  return shift?.id === sale.shiftId ? undefined : shift
}

/**
 * Takes the cash of a failed or reversed service out of the drawer, with a movement that names the sale. The server
 * knows whether the shift that sold it has counted the cash, and whether it was refunded before.
 */
export function CashRefund({ sale, shift }: { sale: VasSale; shift: Shift | null }) {
  const t = useWords(shiftTexts)
  const tTill = useWords(terminalTexts)
  const queryClient = useQueryClient()
  const openDrawer = useDrawer()
  const [key] = useState(() => uuidV7())
  const { totalCentavos } = sale
  const amount = formatPesos(totalCentavos)
  const refund = useMutation({
    mutationFn: (shiftId: string) =>
      answer(
        api.POST('/pos/shifts/{id}/cash_movements', {
          params: { path: { id: shiftId }, header: { 'idempotency-key': key } },
          body: {
            kind: 'CASH_OUT',
            amountCentavos: totalCentavos,
            reason: t('refund.reason', { folio: sale.folio }),
            vasSaleId: sale.id,
          },
        }),
      ),
    onSuccess: ({ id }) => {
      void openDrawer(id)
      void queryClient.invalidateQueries({ queryKey: ['shift'] })
    },
  })
  if (refund.isSuccess) {
    return (
      <Text fw={650} role="status">
        {t('refund.done', { amount })}
      </Text>
    )
  }
  return (
    <Stack gap="xs">
      <FaultText error={refund.error} special={refusalOf(refund.error, t)} />
      <AllowedButton
        h={52}
        reason={shift === null ? tTill('shiftReason') : null}
        loading={refund.isPending}
        onClick={() => shift !== null && refund.mutate(shift.id)}
      >
        {t('refund.do', { amount })}
      </AllowedButton>
    </Stack>
  )
}

function refusalOf(error: unknown, t: Words<typeof shiftTexts>): string | undefined {
  if (!isProblem(error, 'invalid_transition')) return undefined
  if (error.extras['isRefunded'] === true) return t('refund.refunded')
  return error.extras['isCounted'] === false ? t('refund.uncounted') : undefined
}
