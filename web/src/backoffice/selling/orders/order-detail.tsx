import { Divider, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { useWords } from '../../../ui/words/words.ts'
import type { Order, OrderLine } from './orders-query.ts'
import { Sum } from './sums.tsx'
import { ordersTexts } from './texts.ts'

export function lineName({ productName, variantName }: Pick<OrderLine, 'productName' | 'variantName'>) {
  return variantName === null ? productName : `${productName} · ${variantName}`
}

/** An order's lines, payments and refunds. */
export function OrderDetail({ order }: { order: Order }) {
  const t = useWords(ordersTexts)
  return (
    <Stack gap="lg">
      <Text c="dimmed">
        {formatDateTime(order.soldAt)} · {order.cashierName}
      </Text>
      <Section title={t('lines')}>
        {order.lines.map((line) => (
          <Sum
            key={line.id}
            label={lineName(line)}
            value={formatPesos(line.grossCentavos)}
            hint={
              <>
                {formatQuantity(line.quantity)} × {formatPesos(line.unitPriceCentavos)}
                {line.discountCentavos > 0 &&
                  ` · ${t('off', { amount: formatPesos(-line.discountCentavos) })}`}
                {line.note !== null && ` · “${line.note}”`}
              </>
            }
          />
        ))}
        {order.chips.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              {t('chips')}
            </Text>
            {order.chips.map(({ id, iccid, msisdn }) => (
              <Text key={id} size="sm" c="dimmed" className="figures">
                {t('chip', { iccid })}
                {msisdn !== null && ` · ${msisdn}`}
              </Text>
            ))}
          </div>
        )}
      </Section>
      <Section title={t('sums')}>
        {order.discountCentavos > 0 && (
          <>
            <Sum label={t('gross')} value={formatPesos(order.grossCentavos)} />
            <Sum label={t('discount')} value={formatPesos(-order.discountCentavos)} />
          </>
        )}
        <Sum label={t('tax')} value={formatPesos(order.taxCentavos)} />
        {order.roundingCentavos !== 0 && (
          <Sum label={t('rounding')} value={formatPesos(order.roundingCentavos)} />
        )}
        <Sum
          isStrong
          label={t('charged')}
          value={formatPesos(order.totalCentavos + order.roundingCentavos)}
        />
      </Section>
      <Payments order={order} />
      {order.refunds.length > 0 && <Refunds order={order} />}
    </Stack>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={8} component="section" aria-label={title}>
      <Title order={3} fz="md">
        {title}
      </Title>
      <Divider />
      {children}
    </Stack>
  )
}

function Payments({ order }: { order: Order }) {
  const t = useWords(ordersTexts)
  return (
    <Section title={t('payments')}>
      {order.payments.map((payment) => (
        <Sum
          key={payment.id}
          label={t(`method.${payment.method}`)}
          value={formatPesos(payment.amountCentavos)}
          hint={
            payment.changeCentavos > 0
              ? t('tendered', {
                  amount: formatPesos(payment.tenderedCentavos ?? payment.amountCentavos),
                  change: formatPesos(payment.changeCentavos),
                })
              : payment.reference === null
                ? undefined
                : t('reference', { reference: payment.reference })
          }
        />
      ))}
    </Section>
  )
}

function Refunds({ order }: { order: Order }) {
  const t = useWords(ordersTexts)
  return (
    <Section title={t('refunds')}>
      {order.refunds.map((refund) => (
        <Sum
          key={refund.id}
          label={`${refund.folio} · ${t(`refundType.${refund.type}`)}`}
          value={formatPesos(-refund.amountCentavos)}
          hint={t('refundedBy', {
            when: formatDateTime(refund.createdAt),
            cashier: refund.cashierName,
            reason: refund.reason,
          })}
        />
      ))}
      <Sum isStrong label={t('refundedTotal')} value={formatPesos(-order.refundedCentavos)} />
    </Section>
  )
}
