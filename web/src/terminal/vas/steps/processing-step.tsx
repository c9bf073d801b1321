import { Text, Title } from '@mantine/core'
import { formatPesos } from '../../../ui/format/money.ts'
import { useWords } from '../../../ui/words/words.ts'
import { totalCentavos, type VasOrder } from '../../selling/orders/order.ts'
import { terminalTexts } from '../../words/texts.ts'
import { groupReference } from '../paper/sale-words.ts'
import { SendingPicture } from '../pictures/sending-picture.tsx'
import classes from './outcome.module.css'

/** Between confirming and the first answer: nothing to do but wait. */
export function ProcessingStep({ open, unansweredCount }: { open: VasOrder; unansweredCount: number }) {
  const t = useWords(terminalTexts)
  const { product, reference } = open.terms
  const figures = [formatPesos(totalCentavos(open.terms)), groupReference(product.kind, reference)]
  return (
    <div className={classes['alone']} role="status" aria-live="polite">
      <SendingPicture kind={product.kind} />
      <Title order={1}>{t('processingTitle', { provider: product.provider.name })}</Title>
      <p className={classes['figure']}>{figures.filter((figure) => figure !== '').join(' · ')}</p>
      <Text c="dimmed" maw={460}>
        {unansweredCount === 0 ? t('processingHint') : t('processingRetry')}
      </Text>
    </div>
  )
}
