import { Button, Text } from '@mantine/core'
import type { VasSale } from '@mostrador/client'
import { IconRefresh, IconUserPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatDistance } from '../../../ui/format/dates.ts'
import { linesPaper } from '../../../ui/paper/paper-document.ts'
import { useDrawer } from '../../../ui/printer/use-drawer.ts'
import { usePaperWords, useWords } from '../../../ui/words/words.ts'
import type { VasOrder } from '../../selling/orders/order.ts'
import { kindTexts } from '../../words/kind-texts.ts'
import { terminalTexts } from '../../words/texts.ts'
import type { StepProps } from '../form/step-props.ts'
import { doneId } from '../paper/done-id.ts'
import { ReceiptPanel } from '../paper/receipt-panel.tsx'
import { orderLine } from '../paper/sale-words.ts'
import { OutcomeFrame } from './outcome-frame.tsx'

type Props = StepProps & { open: VasOrder; sale: VasSale | null; nextCheckAtMs: number | null }

/** No final answer yet. The sale is polled in the background, so the next customer need not wait. */
export function PendingStep({ checkout, kind, open, sale, nextCheckAtMs }: Props) {
  const t = useWords(terminalTexts)
  const tKind = useWords(kindTexts)
  const tPaper = usePaperWords(terminalTexts)
  const { product } = open.terms
  return (
    <OutcomeFrame
      variant="PENDING"
      kind={kind}
      title={t('pendingTitle')}
      say={tKind(`${kind}.pendingSay`)}
      actions={
        <>
          <Button
            size="lg"
            leftSection={<IconUserPlus size={20} />}
            onClick={() => checkout.dispatch({ type: 'parked' })}
          >
            {t('park')}
          </Button>
          <Button
            size="lg"
            variant="default"
            leftSection={<IconRefresh size={20} />}
            onClick={() => checkout.checkNow(open.key)}
          >
            {t('checkNow')}
          </Button>
        </>
      }
      aside={
        sale !== null && (
          <ReceiptPanel
            sale={sale}
            paper={linesPaper(tPaper('provisional'), sale.receipt)}
            pinPaper={null}
            printLabel={t('printProvisional')}
          />
        )
      }
    >
      <Text fw={650} fz="lg" className="figures">
        {orderLine(open.terms)}
      </Text>
      <Text>
        {sale === null && open.saleId === null
          ? t('pendingNoAnswer')
          : tKind(`${kind}.pendingHint`, { provider: product.provider.name })}
      </Text>
      {sale !== null && (
        <Text c="dimmed">
          {t('folio')} {sale.folio} · {t('pendingExpected', { when: formatDistance(sale.expectedBy) })}
        </Text>
      )}
      <NextCheck atMs={nextCheckAtMs} />
      {sale?.payment.method === 'CASH' && <CashIn sale={sale} />}
      <Text c="dimmed" size="sm">
        {t('parkHint')}
      </Text>
    </OutcomeFrame>
  )
}

/**
 * Opens the drawer, because the provisional ticket states the change. The end of the sale takes no cash a second time, and
 * is not on a screen if it is parked. Renders nothing.
 */
function CashIn({ sale }: { sale: VasSale }) {
  const openDrawer = useDrawer()
  const open = useEffectEvent(() => openDrawer(doneId(sale, 'COMPLETED')))
  useEffect(() => void open(), [])
  return null
}

function NextCheck({ atMs }: { atMs: number | null }) {
  const t = useWords(terminalTexts)
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = atMs === null ? 0 : Math.ceil((atMs - nowMs) / 1000)
  return (
    <Text c="dimmed" className="figures">
      {seconds > 0 ? t('nextCheck', { count: seconds }) : t('checking')}
    </Text>
  )
}
