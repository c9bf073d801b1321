import { Text, Title } from '@mantine/core'
import { formatPesos } from '../../ui/money.ts'
import { groupPhone } from '../../ui/phone.ts'
import { type OpenOrder, totalCentavos } from '../order.ts'
import { SendingPicture } from '../pictures/sending-picture.tsx'
import { useTerminalWords } from '../words.ts'
import classes from './outcome.module.css'

/** Between the press and the first answer. Nothing to do here but wait. */
export function ProcessingStep({ open, unansweredCount }: { open: OpenOrder; unansweredCount: number }) {
  const t = useTerminalWords()
  const { product, digits } = open.order
  return (
    <div className={classes['alone']} role="status" aria-live="polite">
      <SendingPicture />
      <Title order={1}>{t('processingTitle', { carrier: product.provider.name })}</Title>
      <p className={classes['figure']}>
        {formatPesos(totalCentavos(product))} · {groupPhone(digits)}
      </p>
      <Text c="dimmed" maw={460}>
        {unansweredCount === 0 ? t('processingHint') : t('processingRetry')}
      </Text>
    </div>
  )
}
