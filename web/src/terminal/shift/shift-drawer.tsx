import { Button, Group, Stack, Text } from '@mantine/core'
import type { Shift, ShiftReport } from '@mostrador/client'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDrawerLines } from '../../cash/drawer-lines.ts'
import { formatRecent } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { focused } from '../../ui/keys/focused.ts'
import { Drawer } from '../../ui/layers/drawer.tsx'
import { LayerFoot } from '../../ui/layers/layer-foot.tsx'
import { linesPaper } from '../../ui/paper/paper-document.ts'
import { PaperView } from '../../ui/paper/paper-view.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { EmptyState, ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { hasDrawer, usePrinterSettings } from '../../ui/printer/printer-settings.ts'
import { useWords } from '../../ui/words/words.ts'
import { Paper } from '../paper/paper.tsx'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { shiftQuery } from '../store/queries.ts'
import { useFaultWords } from '../words/fault-words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { terminalTexts } from '../words/texts.ts'
import { CashMovementForm, type MovementKind, movementKinds } from './cash-movement-form.tsx'
import { CloseShift } from './close-shift.tsx'
import { NoSaleForm } from './no-sale-form.tsx'
import classes from './shift.module.css'
import { closeShiftKey, shiftActKey } from './shift-keys.ts'
import { shiftReportQuery } from './shift-query.ts'
import { shiftTexts } from './texts.ts'
import { ZReport } from './z-report.tsx'

type Room = MovementKind | 'report' | 'close' | 'noSale'

interface Props {
  storeId: string
  /** Shows only the form that opens the cash drawer without a sale. */
  isNoSale: boolean
  onClose: () => void
}

/** The person's shift: expected cash, its actions, and closing. */
export function ShiftDrawer({ storeId, isNoSale, onClose }: Props) {
  const t = useWords(shiftTexts)
  const words = useFaultWords()
  const current = useQuery(shiftQuery(storeId))
  const [closed, setClosed] = useState<{ shift: Shift; closing: ShiftReport } | null>(null)
  const [room, setRoom] = useState<Room | null>(null)
  const isSending = useIsMutating({ mutationKey: shiftActKey }) > 0
  // The news of a close from here may arrive before its answer.
  const isClosing = useIsMutating({ mutationKey: closeShiftKey }) > 0
  const isOver = closed !== null || (current.data === null && !isClosing)
  return (
    <Drawer
      opened
      onClose={onClose}
      isSending={isSending || undefined}
      position="right"
      size={460}
      title={isOver ? t('closedTitle') : t('title')}
    >
      {closed !== null ? (
        <ZReport {...closed} onFinish={onClose} />
      ) : isOver ? (
        <ClosedElsewhere onFinish={onClose} />
      ) : current.data == null ? (
        current.data === undefined && current.error !== null ? (
          <ErrorState {...words(current.error)} onRetry={() => current.refetch()} />
        ) : (
          <RowSkeletons rows={4} />
        )
      ) : isNoSale ? (
        <NoSaleForm shiftId={current.data.id} onLeave={onClose} />
      ) : (
        <OpenDrawer
          shift={current.data}
          room={room}
          onEnter={setRoom}
          onClosed={(shift, closing) => setClosed({ shift, closing })}
        />
      )}
    </Drawer>
  )
}

/** Somebody else has closed the shift, or the person did on another device. */
function ClosedElsewhere({ onFinish }: { onFinish: () => void }) {
  const t = useWords(shiftTexts)
  return (
    <div role="status">
      <EmptyState
        title={t('closedElsewhere')}
        hint={t('closedElsewhereHint')}
        action={
          <Button ref={focused} h={52} onClick={onFinish}>
            {t('finish')}
          </Button>
        }
      />
    </div>
  )
}

interface OpenProps {
  shift: Shift
  room: Room | null
  onEnter: (room: Room | null) => void
  onClosed: (shift: Shift, closing: ShiftReport) => void
}

function OpenDrawer({ shift, room, onEnter, onClosed }: OpenProps) {
  const tShift = useWords(shiftTexts)
  const t = useWords(shopTexts)
  const tTill = useWords(terminalTexts)
  const words = useFaultWords()
  const lines = useDrawerLines()
  const report = useQuery(shiftReportQuery(shift.id))
  const usedPrinter = usePrinterSettings()
  const leave = () => onEnter(null)
  if (report.data === undefined) {
    return report.error === null ? (
      <RowSkeletons rows={4} />
    ) : (
      <ErrorState {...words(report.error)} onRetry={() => report.refetch()} />
    )
  }
  const totals = report.data?.totals ?? null
  if (room === 'close')
    return <CloseShift shift={shift} totals={totals} onClosed={onClosed} onLeave={leave} />
  if (room === 'report' && totals !== null) {
    const paper = linesPaper(tShift('report'), lines(shift, totals))
    return (
      <Stack>
        <Paper printLabel={tShift('print')} paper={paper} />
        <PaperView paper={paper} />
        <Button variant="default" h={48} onClick={leave}>
          {t('done')}
        </Button>
      </Stack>
    )
  }
  if (room === 'noSale') return <NoSaleForm shiftId={shift.id} onLeave={leave} />
  if (room !== null && room !== 'report')
    return <CashMovementForm shiftId={shift.id} kind={room} onLeave={leave} />
  return (
    <Stack>
      <div className={classes['expected']}>
        {totals !== null && (
          <>
            <span>{tShift('expected')}</span>
            <strong>{formatPesos(totals.expectedCentavos)}</strong>
          </>
        )}
        <Text size="sm">{tShift('since', { when: formatRecent(shift.openedAt) })}</Text>
        {totals === null && <Text size="sm">{tShift('blind')}</Text>}
      </div>
      {totals !== null && <PaperView paper={linesPaper(null, lines(shift, totals).slice(2))} />}
      <LayerFoot>
        <Group grow gap="sm">
          {movementKinds.map((kind) => (
            <Button key={kind} variant="default" h={52} px={6} onClick={() => onEnter(kind)}>
              {tShift(`movement.${kind}`)}
            </Button>
          ))}
        </Group>
        <Group grow gap="sm">
          <AllowedButton
            variant="default"
            h={52}
            aria-keyshortcuts={shortcutOf('openDrawer').key}
            reason={hasDrawer(usedPrinter) ? null : tTill('drawerNone')}
            onClick={() => onEnter('noSale')}
          >
            {tShift('noSale')}
          </AllowedButton>
          {totals !== null && (
            <Button variant="default" h={52} onClick={() => onEnter('report')}>
              {tShift('report')}
            </Button>
          )}
        </Group>
        <Button ref={focused} h={56} onClick={() => onEnter('close')}>
          {tShift('close')}
        </Button>
      </LayerFoot>
    </Stack>
  )
}
