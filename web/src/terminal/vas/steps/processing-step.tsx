import { Text, Title } from '@mantine/core'
import { formatPesos } from '../../../ui/money.ts'
import { type OpenOrder, totalCentavos } from '../../order.ts'
import { useTerminalWords } from '../../words/words.ts'
import { groupReference } from '../paper/sale-words.ts'
import { SendingPicture } from '../pictures/sending-picture.tsx'
import classes from './outcome.module.css'

/** Between the press and the first answer. Nothing to do here but wait. */
export function ProcessingStep({ open, unansweredCount }: { open: OpenOrder; unansweredCount: number }) {
  const t = useTerminalWords()
  const { product, reference } = open.order
  const figures = [formatPesos(totalCentavos(open.order)), groupReference(product.kind, reference)]
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
