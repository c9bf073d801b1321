import { Button, Drawer, Group, Paper, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../api/client.ts'
import type { Sale } from '../api/types.ts'
import { useProblemWords } from '../session/problem-words.ts'
import { PrintedReceipt, Receipt, rememberedPaperWidth } from '../ui/receipt.tsx'
import { ErrorState, RowSkeletons } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { statusTones } from './sale-tones.ts'
import { useBackofficeWords } from './words.ts'

/** One sale with its receipt; it follows a sale that is still open. */
export function SaleDrawer({ saleId, onClose }: { saleId: string | undefined; onClose: () => void }) {
  const words = useProblemWords()
  const sale = useQuery({
    queryKey: ['sales', 'one', saleId],
    queryFn: ({ signal }) =>
      answer(api.GET('/vas/sale/{id}', { params: { path: { id: saleId ?? '' } }, signal })),
    enabled: saleId !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? 5000 : false),
  })
  return (
    <Drawer
      opened={saleId !== undefined}
      onClose={onClose}
      position="right"
      size={420}
      title={<Text fw={700}>{sale.data?.folio ?? ''}</Text>}
    >
      {sale.error !== null && <ErrorState {...words(sale.error)} onRetry={() => sale.refetch()} />}
      {sale.isLoading && <RowSkeletons rows={4} />}
      {sale.data !== undefined && <Detail sale={sale.data} />}
    </Drawer>
  )
}

function Detail({ sale }: { sale: Sale }) {
  const t = useBackofficeWords()
  const { t: tUi } = useTranslation()
  return (
    <Stack>
      <Group>
        <StatusChip tone={statusTones[sale.status]}>{t(`sales.one.${sale.status}`)}</StatusChip>
      </Group>
      <Text>{sale.outcome.message}</Text>
      {sale.receipt.length > 0 && (
        <>
          <Paper withBorder p="md" fz="sm">
            <Receipt lines={sale.receipt} heading={t('sales.receipt')} />
          </Paper>
          <Button variant="default" leftSection={<IconPrinter size={19} />} onClick={() => window.print()}>
            {tUi('print')}
          </Button>
          <PrintedReceipt lines={sale.receipt} widthMm={rememberedPaperWidth()} />
        </>
      )}
    </Stack>
  )
}
