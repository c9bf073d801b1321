import { Button, SegmentedControl, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useIsOnline } from '../../api/network-state.ts'
import type { PaymentMethod } from '../../api/types.ts'
import { formatPesos } from '../../ui/money.ts'
import { groupPhone } from '../../ui/phone.ts'
import { useScreenKeys } from '../../ui/screen-keys.ts'
import { type Payment, totalCentavos } from '../order.ts'
import type { WholeDraft } from '../sale-machine.ts'
import { useTerminalChoice } from '../terminal-choice.ts'
import { useTerminalWords } from '../words.ts'
import airtime from './airtime.module.css'
import { CarrierMark } from './carrier-mark.tsx'
import { CashField } from './cash-field.tsx'
import classes from './confirm-step.module.css'
import { useProductName } from './product-grid.tsx'
import type { StepProps } from './step-props.ts'
import { Ticket } from './ticket.tsx'

const methods: readonly PaymentMethod[] = ['CASH', 'CARD', 'TRANSFER']

/** The last look before value moves: the number large, the money counted. */
export function ConfirmStep({
  desk,
  storeId,
  draft,
  payment,
}: StepProps & { draft: WholeDraft; payment: Payment }) {
  const t = useTerminalWords()
  const isOnline = useIsOnline()
  const [openedAtMs] = useState(Date.now)
  const { terminal } = useTerminalChoice(storeId)
  const productName = useProductName(draft.product)
  const total = totalCentavos(draft.product)
  const isShort = payment.tenderedCentavos !== null && payment.tenderedCentavos < total
  const reason = isOnline ? (isShort ? t('sellCovered') : null) : t('offlineReason')
  const edit = () => desk.dispatch({ type: 'edited' })
  const pay = (changed: Payment) => desk.dispatch({ type: 'paymentChosen', payment: changed })
  const sell = () =>
    desk.submit({
      storeId,
      terminalId: terminal?.id ?? null,
      product: draft.product,
      digits: draft.digits,
      payment,
      repeats: null,
    })
  useScreenKeys({
    Escape: edit,
    Enter: () => {
      // The Enter that led here may come twice: the second one is not a yes.
      if (reason === null && Date.now() - openedAtMs > 500) sell()
    },
  })
  return (
    <div className={airtime['split']}>
      <section className={airtime['work']}>
        <div className={airtime['heading']}>
          <Title order={2}>{t('confirmTitle')}</Title>
          <Button variant="subtle" color="gray" leftSection={<IconArrowLeft size={18} />} onClick={edit}>
            {t('edit')}
          </Button>
        </div>
        <div className={classes['summary']}>
          <CarrierMark slug={draft.provider.slug} name={draft.provider.name} size={60} />
          <div>
            <p className={classes['number']}>{groupPhone(draft.digits)}</p>
            <Text c="dimmed">
              {draft.provider.name} · {productName} · {t('confirmHint')}
            </Text>
          </div>
        </div>
        <Title order={3} mb="xs">
          {t('payWith')}
        </Title>
        <SegmentedControl
          fullWidth
          size="md"
          value={payment.method}
          onChange={(value) => pay({ method: value as PaymentMethod, tenderedCentavos: null })}
          data={methods.map((method) => ({ value: method, label: t(`method.${method}`) }))}
          mb="lg"
        />
        {payment.method === 'CASH' && (
          <CashField
            totalCentavos={total}
            tenderedCentavos={payment.tenderedCentavos}
            onChange={(tenderedCentavos) => pay({ ...payment, tenderedCentavos })}
          />
        )}
      </section>
      <Ticket
        draft={draft}
        action={t('sell', { amount: formatPesos(total) })}
        reason={reason}
        onAction={sell}
      />
    </div>
  )
}
