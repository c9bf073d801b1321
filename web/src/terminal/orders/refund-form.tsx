import { Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core'
import type { Approval, SalesOrder } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApproveHere } from '../../approvals/approve-here.tsx'
import type { ShownStatus } from '../../refunds/approval-status.ts'
import { type OtherWay, RefundWay } from '../../refunds/refund-way.tsx'
import { useLockHold } from '../../session/lock/use-lock-hold.ts'
import { useStoreChoice } from '../../session/me/store-choice.ts'
import { LimitedQuantityField } from '../../ui/fields/quantity-field.tsx'
import { Stepper } from '../../ui/fields/stepper.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { isMeasured } from '../../ui/format/typed-quantity.ts'
import { enterMovesOn } from '../../ui/keys/enter-moves-on.ts'
import { focused } from '../../ui/keys/focused.ts'
import { firstFieldFocused } from '../../ui/keys/pointer.ts'
import { useFormInLayer } from '../../ui/layers/form-layer.ts'
import { LayerFoot } from '../../ui/layers/layer-foot.tsx'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { FaultText } from '../words/fault-text.tsx'
import { shopTexts } from '../words/shop-texts.ts'
import { refundableQuery } from './order-queries.ts'
import { RefundDone } from './refund-done.tsx'
import { orderTexts } from './texts.ts'
import { UndecidedAtTill } from './undecided-at-till.tsx'
import { type RefundPlan, useRefund } from './use-refund.ts'

type Line = SalesOrder['lines'][number]

/** Refunds an order, with or without returned goods. A cashier needs approval. */
export function RefundForm({ order, onLeave }: { order: SalesOrder; onLeave: () => void }) {
  const t = useWords(orderTexts)
  const store = useStoreChoice()
  const [choice, setChoice] = useState<Choice>({ type: 'RETURN', pieces: {}, disposition: 'STOCK' })
  const [reason, setReason] = useState('')
  const [way, setWay] = useState<OtherWay | null>(null)
  const { data: refundable } = useQuery(refundableQuery(order.id))
  const refund = useRefund(order.id)
  // Locking would throw away an approval that is awaited or given. It expires by itself.
  useLockHold(refund.isBusy || (refund.isHeld && refund.done === null))
  const mayGive = store?.scopes.includes('POS_SALES_APPROVE') ?? false
  const plan = planOf(choice, reason, way)
  const { approval, status, isHeld, undecided } = refund
  useFormInLayer(refund.done === null && undecided === null)
  if (refund.done !== null) return <RefundDone refunded={refund.done} onLeave={onLeave} />
  if (undecided !== null)
    return <UndecidedAtTill order={order} undecided={undecided} refund={refund} onLeave={onLeave} />
  const isGiven = mayGive || status === 'APPROVED'
  const isReady = plan.reason.length >= 3 && (isGiven || !isHeld)
  return (
    <form
      onKeyDown={enterMovesOn}
      onSubmit={(event) => {
        event.preventDefault()
        // What the dialog of the approval submits arrives here, too.
        if (event.target !== event.currentTarget || !isReady || refund.isBusy) return
        if (isGiven) void refund.give(plan)
        else refund.ask(plan)
      }}
    >
      <Stack ref={firstFieldFocused}>
        <Title order={3}>{t('giveBackTitle', { folio: order.folio })}</Title>
        <fieldset disabled={isHeld} aria-label={t('giveBack')}>
          <Stack>
            <WhatComesBack order={order} choice={choice} onChange={setChoice} />
            <Amount
              isPartly={linesOf(choice).length > 0}
              leftCentavos={refundable?.amountLeftCentavos}
              approval={isHeld ? approval : null}
            />
            <RefundWay payments={refundable?.payments ?? []} value={way} onChange={setWay} />
            <TextInput
              label={t('reason')}
              placeholder={t('reasonHint')}
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </Stack>
        </fieldset>
        <Foot refund={refund} isGiven={isGiven} isReady={isReady} onLeave={onLeave} />
      </Stack>
    </form>
  )
}

interface FootProps {
  refund: ReturnType<typeof useRefund>
  /** Whether it is refunded at once, instead of asking for the approval. */
  isGiven: boolean
  isReady: boolean
  onLeave: () => void
}

/** What came of the approval, and the buttons. */
function Foot({ refund, isGiven, isReady, onLeave }: FootProps) {
  const t = useWords(orderTexts)
  const tUi = useWords(uiTexts)
  const { approval, status } = refund
  return (
    <LayerFoot>
      {approval !== null && <Decision approval={approval} status={status} onDecided={refund.look} />}
      <FaultText error={refund.error} />
      <Group grow>
        <Button variant="default" h={52} disabled={refund.isBusy} onClick={onLeave}>
          {tUi('cancel')}
        </Button>
        <Button
          type="submit"
          // Once approved, the fields cannot be changed any more, and the button that had the focus is gone.
          ref={isGiven && approval !== null ? focused : null}
          h={52}
          disabled={!isReady}
          loading={refund.isBusy}
        >
          {t(isGiven ? 'giveBack' : 'ask')}
        </Button>
      </Group>
    </LayerFoot>
  )
}

interface Choice {
  readonly type: RefundPlan['type']
  readonly pieces: Readonly<Record<string, number>>
  readonly disposition: 'STOCK' | 'WASTE'
}

const linesOf = ({ type, pieces, disposition }: Choice) =>
  type === 'REFUND'
    ? []
    : Object.entries(pieces)
        .filter(([, quantity]) => quantity > 0)
        .map(([lineItemId, quantity]) => ({ lineItemId, quantity, disposition }))

function planOf(choice: Choice, reason: string, way: OtherWay | null): RefundPlan {
  const lines = linesOf(choice)
  return {
    type: choice.type,
    reason: reason.trim(),
    ...(lines.length > 0 && { lines }),
    ...(way !== null && { refundMethod: way }),
  }
}

interface ChoiceProps {
  order: SalesOrder
  choice: Choice
  onChange: (choice: Choice) => void
}

/** The goods to return and their quantities. Goods with chips return as a whole line. */
function WhatComesBack({ order, choice, onChange }: ChoiceProps) {
  const t = useWords(orderTexts)
  const { type, pieces, disposition } = choice
  const hasChips = order.lines.some(({ kind }) => kind === 'CHIP')
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('giveBack')}
        value={type}
        onChange={(value) => onChange({ ...choice, type: value as Choice['type'] })}
        data={(['RETURN', 'REFUND'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      {hasChips && <Text c="dimmed">{t('chips')}</Text>}
      {type === 'RETURN' &&
        !hasChips &&
        order.lines.map((line) => (
          <Pieces
            key={line.id}
            line={line}
            value={pieces[line.id] ?? 0}
            onChange={(quantity) => onChange({ ...choice, pieces: { ...pieces, [line.id]: quantity } })}
          />
        ))}
      {linesOf(choice).length > 0 && (
        <SegmentedControl
          fullWidth
          aria-label={t('dispositionLabel')}
          value={disposition}
          onChange={(value) => onChange({ ...choice, disposition: value as Choice['disposition'] })}
          data={(['STOCK', 'WASTE'] as const).map((value) => ({
            value,
            label: t(`disposition.${value}`),
          }))}
        />
      )}
    </>
  )
}

interface AmountProps {
  isPartly: boolean
  /** Paid and not refunded, after cash rounding; `undefined` while it loads. */
  leftCentavos: number | undefined
  approval: Approval | null
}

/** The money to refund: all that is left, or what the approval is for. The refund itself says what to hand over. */
function Amount({ isPartly, leftCentavos, approval }: AmountProps) {
  const t = useWords(orderTexts)
  const amountCentavos = isPartly ? approval?.valueCentavos : leftCentavos
  if (amountCentavos === undefined) return null
  return (
    <Text c="dimmed">
      {t(isPartly ? 'part' : 'whole')}: {formatPesos(amountCentavos)}
    </Text>
  )
}

interface DecisionProps {
  approval: Approval
  status: ShownStatus | null
  onDecided: () => void
}

/** Shows the supervisor's decision as soon as it is made, and that there will be none. */
function Decision({ approval, status, onDecided }: DecisionProps) {
  const t = useWords(orderTexts)
  const { deciderName, decisionReason } = approval
  if (status === 'PENDING') {
    return (
      <div role="status">
        <Text fw={700}>{t('waiting')}</Text>
        <Text c="dimmed">{t('waitingHint')}</Text>
        <ApproveHere
          ref={focused}
          mt="xs"
          h={48}
          variant="light"
          approvalIds={[approval.id]}
          onDecided={onDecided}
        />
      </div>
    )
  }
  if (status === 'APPROVED') {
    return (
      <Text role="status" fw={650}>
        {t('approved', { name: deciderName ?? '' })}
      </Text>
    )
  }
  if (status === 'EXPIRED' || status === 'CANCELED' || status === 'USED') {
    return (
      <Text role="status" c="red">
        {t(`over.${status}`)}
      </Text>
    )
  }
  return (
    <Text role="status" c="red">
      {decisionReason === null ? t('rejectedPlain') : t('rejected', { reason: decisionReason })}
    </Text>
  )
}

function Pieces({ line, value, onChange }: { line: Line; value: number; onChange: (n: number) => void }) {
  const t = useWords(shopTexts)
  const tOrder = useWords(orderTexts)
  const { productName: name, unit, quantity } = line
  const step = isMeasured(unit) ? quantity : 1
  const field = (
    <LimitedQuantityField
      aria-label={tOrder('pieces', { name })}
      w={76}
      unit={unit}
      variant="unstyled"
      styles={{ input: { textAlign: 'center' } }}
      value={value}
      max={quantity}
      onChange={onChange}
    />
  )
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={650}>{name}</Text>
        <Text size="sm" c="dimmed" className="figures">
          {formatQuantity(quantity)} {t(`unit.${unit}`)} · {formatPesos(line.totalCentavos)}
        </Text>
      </div>
      <Stepper
        less={t('less', { name })}
        more={t('more', { name })}
        onLess={value <= 0 ? undefined : () => onChange(Math.max(0, value - step))}
        onMore={value >= quantity ? undefined : () => onChange(Math.min(quantity, value + step))}
      >
        {field}
      </Stepper>
    </Group>
  )
}
