import { Button, Title } from '@mantine/core'
import type { Sale } from '@mostrador/client'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatPesos } from '../../ui/format/money.ts'
import { useScreenKeys } from '../../ui/keys/screen-keys.ts'
import { useWords } from '../../ui/words/words.ts'
import classes from '../paper/paper.module.css'
import { Paper } from '../paper/paper.tsx'
import { useReceiptWords } from '../paper/receipt-lines.ts'
import { StoreTicket } from '../paper/store-ticket.tsx'
import { shopTexts } from '../words/shop-texts.ts'

/** After the sale: the change and the receipt. */
export function SoldScreen({ sold, onNext }: { sold: Sale; onNext: () => void }) {
  const t = useWords(shopTexts)
  const { order, payments, receipt } = sold
  const { text } = useReceiptWords(receipt)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useScreenKeys({ Enter: onNext, Escape: onNext })
  const change = payments.reduce((sum, { changeCentavos }) => sum + changeCentavos, 0)
  return (
    <div className={classes['sold']}>
      <div className={classes['told']}>
        <IconCircleCheckFilled size={88} color="var(--tone-good)" aria-hidden="true" />
        <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('soldTitle')}
        </Title>
        <p className="figures">
          {formatPesos(order.totalCentavos + order.roundingCentavos)} ·{' '}
          {t('soldFolio', { folio: order.folio })}
        </p>
        <p className={classes['change']} role="status">
          {change > 0 ? t('soldChange') : t('soldExact')}
          {change > 0 && <strong>{formatPesos(change)}</strong>}
        </p>
        <Button
          size="lg"
          h={60}
          mt="md"
          onClick={onNext}
          rightSection={<small className={classes['key']}>{t('newSaleKey')}</small>}
        >
          {t('newSale')}
        </Button>
      </div>
      <aside className={classes['side']} aria-label={t('receipt.title.SALE')}>
        <Paper printLabel={t('print')} text={text}>
          <StoreTicket receipt={receipt} />
        </Paper>
        <div className={classes['screenTicket']}>
          <StoreTicket receipt={receipt} />
        </div>
      </aside>
    </div>
  )
}
