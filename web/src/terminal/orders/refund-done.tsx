import { Button, Stack, Title } from '@mantine/core'
import type { RefundDetails } from '@mostrador/client'
import { MoneyBack } from '../../refunds/money-back.tsx'
import { originalOf } from '../../tickets/original.ts'
import { useTicketPaper } from '../../tickets/ticket-paper.ts'
import { focused } from '../../ui/keys/focused.ts'
import { LayerFoot } from '../../ui/layers/layer-foot.tsx'
import { PaperView } from '../../ui/paper/paper-view.tsx'
import { DoneAtOnce } from '../../ui/printer/done-at-once.tsx'
import { paperLanguage } from '../../ui/words/language.ts'
import { useWords } from '../../ui/words/words.ts'
import { TicketButtons } from '../paper/ticket-buttons.tsx'
import { shopTexts } from '../words/shop-texts.ts'
import { orderTexts } from './texts.ts'

/** The refund and its receipt. */
export function RefundDone({ refunded, onLeave }: { refunded: RefundDetails; onLeave: () => void }) {
  const t = useWords(shopTexts)
  const tOrder = useWords(orderTexts)
  const paper = useTicketPaper()(refunded.receipt, { isCopy: false })
  return (
    <Stack role="status">
      <Title order={3}>{tOrder('doneTitle')}</Title>
      <MoneyBack payments={refunded.payments} />
      <TicketButtons receipt={refunded.receipt} printLabel={t('print')} isNew />
      <DoneAtOnce
        id={refunded.id}
        paper={paper}
        once={originalOf(refunded.receipt)}
        hasCash={refunded.payments.some(({ method }) => method === 'CASH')}
      />
      <PaperView paper={paper} lang={paperLanguage} />
      <LayerFoot>
        <Button ref={focused} h={52} onClick={onLeave}>
          {t('done')}
        </Button>
      </LayerFoot>
    </Stack>
  )
}
