import { Button, Stack, Text, Title } from '@mantine/core'
import type { RefundDetails } from '@mostrador/client'
import { formatPesos } from '../../ui/format/money.ts'
import { focused } from '../../ui/keys/focused.ts'
import { LayerFoot } from '../../ui/layers/layer-foot.tsx'
import { linesPaper } from '../../ui/paper/paper-document.ts'
import { PaperView } from '../../ui/paper/paper-view.tsx'
import { DoneAtOnce } from '../../ui/printer/done-at-once.tsx'
import { useWords } from '../../ui/words/words.ts'
import { Paper } from '../paper/paper.tsx'
import { shopTexts } from '../words/shop-texts.ts'
import { orderTexts } from './texts.ts'

/** The refund and its receipt. */
export function RefundDone({ refunded, onLeave }: { refunded: RefundDetails; onLeave: () => void }) {
  const t = useWords(shopTexts)
  const tOrder = useWords(orderTexts)
  const lines = [
    { label: t('receipt.folio'), value: refunded.folio },
    { label: t('receipt.cashier'), value: refunded.cashierName },
    { label: tOrder('reason'), value: refunded.reason },
    ...refunded.payments.map(({ method, amountCentavos }) => ({
      label: t(`method.${method}`),
      value: formatPesos(amountCentavos),
    })),
    { label: t('receipt.total'), value: formatPesos(refunded.amountCentavos) },
  ]
  const paper = linesPaper(t(`receipt.title.${refunded.type}`), lines)
  return (
    <Stack role="status">
      <Title order={3}>{tOrder('doneTitle')}</Title>
      <Text fw={650}>{tOrder('doneHint', { amount: formatPesos(refunded.amountCentavos) })}</Text>
      <Paper printLabel={t('print')} paper={paper} />
      <DoneAtOnce
        id={refunded.id}
        paper={paper}
        hasCash={refunded.payments.some(({ method }) => method === 'CASH')}
      />
      <PaperView paper={paper} />
      <LayerFoot>
        <Button ref={focused} h={52} onClick={onLeave}>
          {t('done')}
        </Button>
      </LayerFoot>
    </Stack>
  )
}
