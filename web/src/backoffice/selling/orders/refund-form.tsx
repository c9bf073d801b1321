import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { linesCentavos } from '../../../refunds/lines-centavos.ts'
import { RefundWay } from '../../../refunds/refund-way.tsx'
import { useStoreChoice } from '../../../session/me/store-choice.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { Order, Refundable } from './orders-query.ts'
import {
  type RefundDraft,
  refundableLines,
  refundEverything,
  refundFault,
  refundLines,
} from './refund-draft.ts'
import { RefundLines } from './refund-lines.tsx'
import { Sum } from './sums.tsx'
import { ordersTexts } from './texts.ts'
import type { RefundOrder } from './use-refund.ts'

interface Props {
  order: Order
  refundable: Refundable
  draft: RefundDraft
  onDraft: (draft: RefundDraft) => void
  isBusy: boolean
  onGive: (wanted: RefundOrder) => void
  onAsk: (wanted: RefundOrder) => void
}

export function RefundForm({ order, refundable, draft, onDraft, isBusy, onGive, onAsk }: Props) {
  const t = useWords(ordersTexts)
  const mayGive = useStoreChoice()?.scopes.includes('POS_SALES_APPROVE') === true
  const { kind, wanted, reason, way } = draft
  const left = refundableLines(order, refundable, kind)
  const fault = refundFault(order, left, wanted, kind, reason)
  const lines = refundLines(left, wanted, kind)
  const amountCentavos = linesCentavos(lines)
  const send = () =>
    (mayGive ? onGive : onAsk)({
      type: kind,
      lines,
      reason: reason.trim(),
      ...(way !== null && { refundMethod: way }),
    })
  return (
    <Stack>
      <SegmentedControl
        fullWidth
        aria-label={t('kind')}
        value={kind}
        onChange={(value) =>
          onDraft({ ...draft, kind: value === 'REFUND' ? 'REFUND' : 'RETURN', wanted: {} })
        }
        data={[
          { value: 'RETURN', label: t('kinds.RETURN') },
          { value: 'REFUND', label: t('kinds.REFUND') },
        ]}
      />
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t(`kindHint.${kind}`)}
        </Text>
        <Button
          variant="light"
          style={{ flexShrink: 0 }}
          onClick={() => onDraft({ ...draft, wanted: refundEverything(left, order) })}
        >
          {t('everything')}
        </Button>
      </Group>
      <RefundLines
        order={order}
        kind={kind}
        left={left}
        wanted={wanted}
        onChange={(changed) => onDraft({ ...draft, wanted: changed })}
      />
      <Textarea
        required
        label={t('reason')}
        description={t('reasonHint')}
        maxLength={300}
        autosize
        value={reason}
        onChange={(event) => onDraft({ ...draft, reason: event.currentTarget.value })}
      />
      <RefundWay
        payments={refundable.payments}
        value={way}
        onChange={(changed) => onDraft({ ...draft, way: changed })}
      />
      <Sum isStrong label={t('back')} value={formatPesos(amountCentavos)} hint={t('backFrom')} />
      {!mayGive && <Text size="sm">{t('needsApproval')}</Text>}
      <AllowedButton
        size="md"
        {...(mayGive && { color: 'red' })}
        loading={isBusy}
        reason={fault === null ? null : t(fault)}
        onClick={send}
      >
        {mayGive ? t('give', { amount: formatPesos(amountCentavos) }) : t('ask')}
      </AllowedButton>
    </Stack>
  )
}
