import { Button, SegmentedControl, Text, Title } from '@mantine/core'
import type { PaymentMethod, VasKind, VasProduct } from '@mostrador/client'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsOnline } from '../../../api/network-state.ts'
import { formatPesos, formatShortPesos } from '../../../ui/format/money.ts'
import { focused } from '../../../ui/keys/focused.ts'
import { useReadable } from '../../../ui/keys/readable.ts'
import { useScreenKeys } from '../../../ui/keys/screen-keys.ts'
import { useWords } from '../../../ui/words/words.ts'
import { type Payment, totalCentavos, type VasTerms } from '../../selling/orders/order.ts'
import type { WholeDraft } from '../../selling/vas/sale-machine.ts'
import { shiftQuery } from '../../store/queries.ts'
import { useTerminalChoice } from '../../store/terminal-choice.ts'
import { CashField } from '../../tender/cash-field.tsx'
import { ChangeDue } from '../../tender/change-due.tsx'
import { kindTexts } from '../../words/kind-texts.ts'
import { terminalTexts } from '../../words/texts.ts'
import { billTexts } from '../bills/texts.ts'
import { ProviderMark } from '../form/provider-mark.tsx'
import form from '../form/sale-form.module.css'
import type { StepProps } from '../form/step-props.ts'
import { Ticket } from '../form/ticket.tsx'
import { groupReference, useProductName } from '../paper/sale-words.ts'
import type { Owed } from '../rules/owed.ts'
import classes from './confirm-step.module.css'

const methods: readonly PaymentMethod[] = ['CASH', 'CARD', 'TRANSFER']

/** The last check before money moves: the product in large type, and the total. */
export function ConfirmStep({
  checkout,
  kind,
  storeId,
  draft,
  payment,
}: StepProps & { draft: WholeDraft; payment: Payment }) {
  const t = useWords(terminalTexts)
  const tKind = useWords(kindTexts)
  const isOnline = useIsOnline()
  const isReadable = useReadable()
  const { terminal } = useTerminalChoice(storeId)
  const total = totalCentavos(draft)
  const isShort = payment.tenderedCentavos !== null && payment.tenderedCentavos < total
  const { data: shift } = useQuery(shiftQuery(storeId))
  const [isTenderUnreadable, setIsTenderUnreadable] = useState(false)
  const tenderReason = isTenderUnreadable ? t('sellUnreadable') : isShort ? t('sellCovered') : null
  const ownReason = shift === null ? t('shiftReason') : tenderReason
  const reason = isOnline ? ownReason : t('offlineReason')
  const edit = () => checkout.dispatch({ type: 'edited' })
  const choosePayment = (changed: Payment, isUnreadable = false) => {
    setIsTenderUnreadable(isUnreadable)
    checkout.dispatch({ type: 'paymentChosen', payment: changed })
  }
  const sell = () =>
    checkout.submit({
      storeId,
      terminalId: terminal?.id ?? null,
      product: draft.product,
      reference: draft.reference === '' ? null : draft.reference,
      amountCentavos: draft.amountCentavos,
      totalCentavos: total,
      quote: quoteOf(draft.owed),
      payment,
      repeats: null,
    })
  useScreenKeys({
    Escape: edit,
    Enter: (event) => {
      // The Enter that opened this step may be pressed twice; the second must not confirm.
      if (reason === null && isReadable(event)) sell()
    },
  })
  return (
    <div className={form['split']}>
      <section className={form['work']}>
        <div className={form['heading']}>
          <Title order={2} ref={focused} tabIndex={-1} className={classes['title'] ?? ''}>
            {tKind(`${kind}.confirmTitle`)}
          </Title>
          <Button variant="subtle" color="gray" leftSection={<IconArrowLeft size={18} />} onClick={edit}>
            {t('edit')}
          </Button>
        </div>
        <Summary kind={kind} draft={draft} />
        <Title order={3} mb="xs">
          {t('payWith')}
        </Title>
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={t('payWith')}
          value={payment.method}
          onChange={(value) => choosePayment({ method: value as PaymentMethod, tenderedCentavos: null })}
          data={methods.map((method) => ({ value: method, label: t(`method.${method}`) }))}
          mb="lg"
        />
        {payment.method === 'CASH' && (
          <>
            <CashField
              totalCentavos={total}
              tenderedCentavos={payment.tenderedCentavos}
              onChange={(tenderedCentavos, isUnreadable) =>
                choosePayment({ ...payment, tenderedCentavos }, isUnreadable)
              }
            />
            <ChangeDue totalCentavos={total} tenderedCentavos={payment.tenderedCentavos} />
          </>
        )}
      </section>
      <Ticket
        kind={kind}
        draft={draft}
        action={tKind(`${kind}.sell`, { amount: formatPesos(total) })}
        reason={reason}
        onAction={sell}
      />
    </div>
  )
}

function Summary({ kind, draft }: { kind: VasKind; draft: WholeDraft }) {
  const t = useWords(kindTexts)
  const { provider, product, reference } = draft
  const productName = useProductName(product)
  // A PIN has no reference, so brand and amount are read to the customer.
  const headline =
    reference === ''
      ? `${provider.name} ${formatShortPesos(draft.amountCentavos)}`
      : groupReference(kind, reference)
  const names = reference === '' ? [] : [provider.name, productName].filter((name) => name !== '')
  return (
    <div className={classes['summary']}>
      <ProviderMark slug={provider.slug} name={provider.name} size={60} />
      <div>
        <p className={classes['number']} data-long={headline.length > 18 || undefined}>
          {headline}
        </p>
        <Text c="dimmed">{[...names, t(`${kind}.confirmHint`)].join(' · ')}</Text>
        <Posting product={product} />
      </div>
    </div>
  )
}

/** When the biller posts the payment, and its notes. */
function Posting({ product: { postingPeriod, notes } }: { product: VasProduct }) {
  const t = useWords(billTexts)
  const unit = postingPeriod?.unit
  const when =
    postingPeriod !== null && (unit === 'HOUR' || unit === 'DAY')
      ? t(`posting_${unit}`, { count: postingPeriod.quantity })
      : null
  const words = [when, notes].filter((each) => each !== null && each !== '').join(' ')
  return words === '' ? null : <Text c="dimmed">{words}</Text>
}

function quoteOf(owed: Owed | null): VasTerms['quote'] {
  return owed?.by === 'lookup'
    ? { id: owed.quote.quoteId, statementReference: owed.statement.reference }
    : null
}
