import { Group, MultiSelect, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { LimitedQuantityField } from '../../../ui/fields/quantity-field.tsx'
import { formatPesos } from '../../../ui/format/money.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { useWords } from '../../../ui/words/words.ts'
import { lineName } from './order-detail.tsx'
import type { Order } from './orders-query.ts'
import {
  chipsOf,
  type LineRefund,
  nothing,
  type RefundableLine,
  type RefundKind,
  type RefundsByLine,
} from './refund-draft.ts'
import { ordersTexts } from './texts.ts'

interface Props {
  order: Order
  kind: RefundKind
  left: readonly RefundableLine[]
  wanted: RefundsByLine
  onChange: (wanted: RefundsByLine) => void
}

/** How much of each line is refunded. */
export function RefundLines({ order, kind, left, wanted, onChange }: Props) {
  return (
    <Stack gap="sm">
      {left.map((each) => (
        <LineBack
          key={each.line.id}
          order={order}
          kind={kind}
          left={each}
          wanted={wanted[each.line.id] ?? nothing}
          onChange={(changes) =>
            onChange({ ...wanted, [each.line.id]: { ...(wanted[each.line.id] ?? nothing), ...changes } })
          }
        />
      ))}
    </Stack>
  )
}

interface LineProps {
  order: Order
  kind: RefundKind
  left: RefundableLine
  wanted: LineRefund
  onChange: (changes: Partial<LineRefund>) => void
}

function LineBack({ order, kind, left, wanted, onChange }: LineProps) {
  const t = useWords(ordersTexts)
  const name = lineName(left.line)
  const chips = chipsOf(order, left.line)
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {kind === 'RETURN'
              ? t('leftQuantity', { quantity: formatQuantity(left.quantityLeft) })
              : t('leftAmount', { amount: formatPesos(left.amountLeftCentavos) })}
          </Text>
        </div>
        {kind === 'RETURN' ? (
          <LimitedQuantityField
            aria-label={t('quantityOf', { name })}
            w={120}
            unit={left.line.unit}
            value={wanted.quantity}
            max={left.quantityLeft}
            onChange={(quantity) => onChange({ quantity })}
          />
        ) : (
          <MoneyField
            aria-label={t('amountOf', { name })}
            w={140}
            value={wanted.amountCentavos}
            error={wanted.amountCentavos === null || wanted.amountCentavos > left.amountLeftCentavos}
            onChange={(amountCentavos) => onChange({ amountCentavos })}
          />
        )}
      </Group>
      {kind === 'RETURN' && wanted.quantity > 0 && chips.length === 0 && (
        <SegmentedControl
          mt="xs"
          size="xs"
          aria-label={t('disposition', { name })}
          value={wanted.disposition}
          onChange={(value) => onChange({ disposition: value === 'WASTE' ? 'WASTE' : 'STOCK' })}
          data={[
            { value: 'STOCK', label: t('dispositions.STOCK') },
            { value: 'WASTE', label: t('dispositions.WASTE') },
          ]}
        />
      )}
      {kind === 'RETURN' && wanted.quantity > 0 && chips.length > 0 && (
        <MultiSelect
          mt="xs"
          label={t('chipsOf', { name })}
          data={chips.map(({ id, iccid }) => ({ value: id, label: iccid }))}
          value={[...wanted.chipIds]}
          maxValues={wanted.quantity}
          onChange={(chipIds) => onChange({ chipIds })}
        />
      )}
    </Paper>
  )
}
