import type { Receipt } from '@mostrador/client'
import type { ReactNode } from 'react'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { paperLanguage } from '../../ui/words/language.ts'
import { usePaperWords } from '../../ui/words/words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './paper.module.css'
import { useReceiptWords } from './receipt-lines.ts'

/** An order's receipt, as it is printed. */
export function StoreTicket({ receipt }: { receipt: Receipt }) {
  const t = usePaperWords(shopTexts)
  const { content } = receipt
  const { facts, sums } = useReceiptWords(receipt)
  return (
    <div className={classes['ticket']} lang={paperLanguage}>
      <div className={classes['centered']}>
        <p className={classes['strong']}>{content.merchant?.tradeName ?? content.merchant?.name}</p>
        <p>{content.store?.name}</p>
        {content.store?.address != null && <p>{content.store.address}</p>}
        {content.store?.phone != null && <p>Tel. {content.store.phone}</p>}
        {content.merchant?.rfc != null && (
          <p>
            {t('receipt.rfc')} {content.merchant.rfc}
          </p>
        )}
        <p className={classes['strong']}>{t(`receipt.title.${receipt.kind}`)}</p>
      </div>
      <hr className={classes['rule']} />
      {facts.map(([label, value]) => (
        <Row key={label} label={label} value={value} />
      ))}
      <hr className={classes['rule']} />
      {content.lines?.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Two lines may be equal, and a receipt never changes.
        <div key={index}>
          <Row
            label={line.variantName === null ? line.productName : `${line.productName} · ${line.variantName}`}
            value={formatPesos(line.grossCentavos)}
          />
          <p className={classes['sub']}>
            {formatQuantity(line.quantity)} × {formatPesos(line.unitPriceCentavos)}
            {line.discountCentavos > 0 &&
              ` · ${t('receipt.discount')} ${formatPesos(-line.discountCentavos)}`}
          </p>
          {line.note !== null && <p className={classes['sub']}>“{line.note}”</p>}
        </div>
      ))}
      {content.chips?.map((chip) => (
        <div key={chip.iccid} className={classes['sub']}>
          {t('receipt.iccid')} {chip.iccid}
          {chip.msisdn !== null && ` · ${t('receipt.number')} ${chip.msisdn}`}
        </div>
      ))}
      <hr className={classes['rule']} />
      {sums.map(([label, value, isTotal]) => (
        <Row key={label} label={label} value={value} isTotal={isTotal} />
      ))}
      <hr className={classes['rule']} />
      <p className={classes['centered']}>{t('receipt.thanks')}</p>
    </div>
  )
}

function Row({
  label,
  value,
  isTotal,
}: {
  label: ReactNode
  value: ReactNode
  isTotal?: boolean | undefined
}) {
  return (
    <div className={classes['row']} data-total={isTotal === true || undefined}>
      <span>{label}</span>
      <span>{value}</span>
    </div>
  )
}
