import { Text } from '@mantine/core'
import type { Approval } from '@mostrador/client'
import { formatPesos } from '../ui/format/money.ts'
import { formatQuantity } from '../ui/format/quantity.ts'
import { useWords } from '../ui/words/words.ts'
import classes from './approved-goods.module.css'
import { approveHereTexts } from './texts.ts'

type About = Pick<Approval, 'type' | 'goods' | 'valueCentavos' | 'percentageBps'>

/** What an approval is about: the goods, and what is given away or back in pesos. */
export function ApprovedGoods({ about }: { about: About }) {
  const t = useWords(approveHereTexts)
  const { type, goods, valueCentavos, percentageBps } = about
  return (
    <dl className={classes['goods']}>
      {goods.map(({ lineItemId, name, unit, quantity, amountCentavos, disposition }) => (
        <div key={lineItemId}>
          <dt>
            {quantity > 0 && `${formatQuantity(quantity)} ${t(`unit.${unit}`)} · `}
            {name}
            {disposition === 'WASTE' && (
              <Text span c="red" fw={600}>
                {' '}
                · {t('wasted')}
              </Text>
            )}
          </dt>
          <dd>{formatPesos(amountCentavos)}</dd>
        </div>
      ))}
      <div className={classes['value']}>
        <dt>{t(`value.${type}`)}</dt>
        <dd>
          {formatPesos(valueCentavos)}
          {percentageBps !== null && (
            <Text span size="sm" c="dimmed">
              {' '}
              ({percentageBps / 100} %)
            </Text>
          )}
        </dd>
      </div>
    </dl>
  )
}
