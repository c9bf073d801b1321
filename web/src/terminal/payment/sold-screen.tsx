import type { Sale } from '@mostrador/client'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { ticketTexts } from '../../tickets/texts.ts'
import { useTicketPaper } from '../../tickets/ticket-paper.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { PaperView } from '../../ui/paper/paper-view.tsx'
import { paperLanguage } from '../../ui/words/language.ts'
import { useWords } from '../../ui/words/words.ts'
import { DoneScreen } from '../done/done-screen.tsx'
import paper from '../paper/paper.module.css'
import { TicketButtons } from '../paper/ticket-buttons.tsx'
import { changeOf } from '../selling/money/tender.ts'
import { shopTexts } from '../words/shop-texts.ts'

/** After the sale: the change and the receipt. */
export function SoldScreen({ sold, onNext }: { sold: Sale; onNext: () => void }) {
  const t = useWords(shopTexts)
  const tTicket = useWords(ticketTexts)
  const { order, payments, receipt } = sold
  const ticket = useTicketPaper()(receipt, { isCopy: false })
  const change = changeOf(payments)
  return (
    <DoneScreen
      title={t('soldTitle')}
      icon={<IconCircleCheckFilled size={36} color="var(--tone-good)" aria-hidden="true" />}
      changeLabel={change > 0 ? t('soldChange') : t('soldExact')}
      changeCentavos={change}
      nextLabel={t('newSale')}
      onNext={onNext}
      ticketLabel={tTicket('title.SALE')}
      ticket={
        <>
          <TicketButtons receipt={receipt} printLabel={t('print')} isNew />
          <div className={paper['screenTicket']}>
            <PaperView paper={ticket} lang={paperLanguage} />
          </div>
        </>
      }
    >
      <p className="figures">
        {formatPesos(order.totalCentavos + order.roundingCentavos)} · {t('soldFolio', { folio: order.folio })}
      </p>
    </DoneScreen>
  )
}
