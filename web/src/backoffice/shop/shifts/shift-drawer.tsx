import { Alert, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { DrawerReport, Shift } from '@mostrador/client'
import { IconLock } from '@tabler/icons-react'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDrawerLines } from '../../../cash/drawer-lines.ts'
import { drawerTexts } from '../../../cash/texts.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingScopeIn } from '../../../session/me/abilities.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { Drawer } from '../../../ui/layers/drawer.tsx'
import { linesPaper } from '../../../ui/paper/paper-document.ts'
import { PaperView } from '../../../ui/paper/paper-view.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { PrintButton } from '../../../ui/printer/print-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { Sum } from '../../selling/orders/sums.tsx'
import { CloseForm, closingKey } from './close-form.tsx'
import { DifferenceChip } from './difference-chip.tsx'
import { cashMovementsQuery, drawerQuery } from './queries.ts'
import { shiftDeskTexts } from './texts.ts'

interface Props {
  id: string
  onClose: () => void
}

/** One shift: expected and counted cash, cash movements, and its report. */
export function ShiftDrawer({ id, onClose }: Props) {
  const t = useWords(shiftDeskTexts)
  const words = useProblemWords()
  const { data, error, refetch } = useQuery(drawerQuery(id))
  const [isClosing, setIsClosing] = useState(false)
  const isSending = useIsMutating({ mutationKey: closingKey(id) }) > 0
  return (
    <Drawer
      opened
      onClose={onClose}
      isSending={isSending || undefined}
      position="right"
      size={480}
      title={data?.shift.cashierName ?? ''}
    >
      {data === undefined && error !== null && <ErrorState {...words(error)} onRetry={() => refetch()} />}
      {data === undefined && error === null && <RowSkeletons rows={5} />}
      {data !== undefined &&
        (isClosing && data.closing === null ? (
          <CloseForm view={data} onLeave={() => setIsClosing(false)} />
        ) : (
          <>
            {/* Somebody closed it before this person did: their form makes way for the report. */}
            {isClosing && !isSending && (
              <Alert role="alert" mb="lg">
                {t('closedMeanwhile')}
              </Alert>
            )}
            <Detail view={data} onClosing={() => setIsClosing(true)} />
          </>
        ))}
    </Drawer>
  )
}

function Detail({ view, onClosing }: { view: DrawerReport; onClosing: () => void }) {
  const t = useWords(shiftDeskTexts)
  const tDrawer = useWords(drawerTexts)
  const lines = useDrawerLines()
  const { shift, totals, closing } = view
  const barred = useMissingScopeIn(shift.storeId, 'POS_SHIFTS_WRITE')
  const words = lines(shift, totals, closing ?? undefined)
  const heading = closing === null ? tDrawer('x') : tDrawer('z', { folio: closing.folio })
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <DifferenceChip differenceCentavos={closing?.differenceCentavos ?? null} />
        <Text size="sm" c="dimmed">
          {formatDateTime(shift.openedAt)}
        </Text>
      </Group>
      {closing === null && (
        <div>
          <Text c="dimmed">{t('inDrawer')}</Text>
          <Text fz={32} fw={700} lh={1.2} className="figures">
            {formatPesos(totals.expectedCentavos)}
          </Text>
        </div>
      )}
      {closing !== null && closing.differenceReason !== null && (
        <div>
          <Text size="sm" c="dimmed">
            {t('reason')}
          </Text>
          <Text fw={600}>{closing.differenceReason}</Text>
        </div>
      )}
      <Movements shift={shift} />
      <Paper withBorder p="md" fz="sm">
        <PaperView paper={linesPaper(heading, words)} />
      </Paper>
      <Group grow>
        <PrintButton
          paper={linesPaper(closing === null ? heading : t('copy', { folio: closing.folio }), words)}
        >
          {t(closing === null ? 'printX' : 'printZ')}
        </PrintButton>
        {closing === null && (
          <AllowedButton
            variant="light"
            reason={barred}
            leftSection={<IconLock size={19} />}
            onClick={onClosing}
          >
            {t('close')}
          </AllowedButton>
        )}
      </Group>
    </Stack>
  )
}

/** Cash that moved without a sale. What somebody else than the cashier did has that person's name. */
export function Movements({ shift }: { shift: Pick<Shift, 'id' | 'storeId' | 'accountId'> }) {
  const t = useWords(shiftDeskTexts)
  const words = useProblemWords()
  const { data, error, refetch } = useQuery(cashMovementsQuery(shift.storeId, shift.id))
  return (
    <Stack gap={8} component="section" aria-label={t('movements')}>
      <Title order={3} fz="md">
        {t('movements')}
      </Title>
      <Divider />
      {data === undefined && error !== null && <ErrorState {...words(error)} onRetry={() => refetch()} />}
      {data?.length === 0 && <Text c="dimmed">{t('noMovements')}</Text>}
      {data?.map(({ id, kind, amountCentavos, reason, accountId, personName, createdAt }) => (
        <Sum
          key={id}
          label={`${t(`movement.${kind}`)} · ${reason}`}
          value={kind === 'NO_SALE' ? '' : formatPesos(kind === 'CASH_IN' ? amountCentavos : -amountCentavos)}
          hint={formatDateTime(createdAt) + (accountId === shift.accountId ? '' : ` · ${personName}`)}
        />
      ))}
    </Stack>
  )
}
