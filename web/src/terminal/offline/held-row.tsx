import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { isProblem, type OfflineSale } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useMe } from '../../session/me/me.ts'
import { formatRecent } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { Modal } from '../../ui/layers/modal.tsx'
import { FormButtons } from '../../ui/parts/form-buttons.tsx'
import { useWords } from '../../ui/words/words.ts'
import classes from '../orders/sale-rows.module.css'
import { provisionalName } from '../selling/cart/offline-order.ts'
import { FaultText } from '../words/fault-text.tsx'
import { useFaultWords } from '../words/fault-words.ts'
import { Reasons } from './reasons.tsx'
import { offlineTexts } from './texts.ts'

/**
 * An offline sale that needs a decision: its content, how it was paid, who handed it in, the reasons and, for a supervisor of
 * other people’s sales, the choices.
 */
export function HeldRow({ sale, mayDecide }: { sale: OfflineSale; mayDecide: boolean }) {
  const t = useWords(offlineTexts)
  const words = useFaultWords()
  const queryClient = useQueryClient()
  const { account } = useMe()
  const [isDiscarding, discarding] = useDisclosure(false)
  const isOwn = account.id === sale.accountId || account.id === sale.handedInBy
  const onSuccess = (decided: OfflineSale) => {
    discarding.close()
    for (const key of ['offline_sales', 'orders', 'shift'])
      void queryClient.invalidateQueries({ queryKey: [key] })
    notifications.show({
      color: 'agave',
      message: decided.status === 'BOOKED' ? t('accepted', { folio: decided.folio ?? '' }) : t('discarded'),
    })
  }
  const path = { id: sale.id }
  const accept = useMutation({
    mutationFn: (body: { isCashInDrawer?: boolean }) =>
      answer(api.POST('/pos/offline_sales/{id}/accept', { params: { path }, body })),
    onSuccess,
  })
  const discard = useMutation({
    mutationFn: (reason: string) =>
      answer(api.POST('/pos/offline_sales/{id}/discard', { params: { path }, body: { reason } })),
    onSuccess,
  })
  const fault = accept.error ?? null
  const surplus = isProblem(fault, 'surplus_exceeded') ? fault.extras : null
  return (
    <div className={classes['row']} style={{ alignItems: 'flex-start' }}>
      <div>
        <span className={classes['name']}>
          {provisionalName(sale.id)} · {formatPesos(sale.totalCentavos)}
        </span>
        <span className={classes['small']}>
          {t('soldBy', { when: formatRecent(sale.soldAt), name: sale.cashierName })}
        </span>
        <span className={classes['small']}>
          {sale.lines
            .map(({ quantity, productName }) => `${formatQuantity(quantity)} × ${productName}`)
            .join(', ')}
        </span>
        {sale.payments.map((payment) => (
          <Paid key={Object.values(payment).join()} {...payment} />
        ))}
        <span className={classes['small']}>{t('handedInBy', { name: sale.handedInName })}</span>
        <Reasons reasons={sale.reasons} />
        {surplus !== null && (
          <Uncounted
            report={String(surplus['reportFolio'])}
            left={formatPesos(Number(surplus['leftCentavos']))}
            cash={formatPesos(Number(surplus['cashCentavos']))}
            isBusy={accept.isPending}
            onAccept={() => accept.mutate({ isCashInDrawer: true })}
          />
        )}
        {surplus === null && <FaultText error={fault} />}
        {mayDecide && isOwn && (
          <Text size="sm" mt={4}>
            {t('notYours')}
          </Text>
        )}
        {mayDecide && (
          <Group gap="xs" mt={6}>
            {!isOwn && surplus === null && (
              <Button size="sm" h={44} loading={accept.isPending} onClick={() => accept.mutate({})}>
                {t('accept')}
              </Button>
            )}
            <Button size="sm" h={44} variant="subtle" color="red" onClick={discarding.open}>
              {t('discard')}
            </Button>
          </Group>
        )}
      </div>
      {isDiscarding && (
        <DiscardDialog
          amount={formatPesos(sale.totalCentavos)}
          isBusy={discard.isPending}
          fault={discard.error === null ? null : words(discard.error).title}
          onDiscard={(reason) => discard.mutate(reason)}
          onClose={discarding.close}
        />
      )}
    </div>
  )
}

/** How much of the sale was paid in one way. */
function Paid({ method, amountCentavos, reference }: OfflineSale['payments'][number]) {
  const t = useWords(offlineTexts)
  const paid = `${t(`receipt.method.${method}`)} ${formatPesos(amountCentavos)}`
  return (
    <span className={classes['small']}>
      {reference === null ? paid : `${paid} · ${t('receipt.reference')} ${reference}`}
    </span>
  )
}

interface UncountedProps {
  report: string
  left: string
  cash: string
  isBusy: boolean
  onAccept: () => void
}

/**
 * The closed shift was counted without this sale's cash: it is either added to the open drawer, or the sale
 * is discarded.
 */
function Uncounted({ report, left, cash, isBusy, onAccept }: UncountedProps) {
  const t = useWords(offlineTexts)
  return (
    <Stack gap={6} mt={6} role="alert">
      <Text c="red">{t('surplus', { report, left, cash })}</Text>
      <Text size="sm">{t('surplusHint')}</Text>
      <Button size="sm" h={44} variant="light" loading={isBusy} onClick={onAccept}>
        {t('acceptIntoDrawer', { cash })}
      </Button>
    </Stack>
  )
}

interface DiscardProps {
  amount: string
  isBusy: boolean
  fault: string | null
  onDiscard: (reason: string) => void
  onClose: () => void
}

function DiscardDialog({ amount, isBusy, fault, onDiscard, onClose }: DiscardProps) {
  const t = useWords(offlineTexts)
  const [reason, setReason] = useState('')
  return (
    <Modal opened onClose={onClose} isSending={isBusy} title={t('discardTitle', { amount })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim() !== '') onDiscard(reason.trim())
        }}
      >
        <Stack>
          <Text>{t('discardHint')}</Text>
          <TextInput
            label={t('discardReason')}
            placeholder={t('discardReasonHint')}
            maxLength={300}
            data-autofocus
            value={reason}
            error={fault}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <FormButtons
            label={t('discardDo')}
            isBusy={isBusy}
            isDisabled={reason.trim() === ''}
            isDanger
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}
