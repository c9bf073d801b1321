import { Button, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { EmptyTill } from '../../../ui/illustrations/scenes.tsx'
import { EmptyState, ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { DayByHour } from './day-by-hour.tsx'
import { Figures } from './figures.tsx'
import { PaymentMethods, ServiceKinds, TopProducts } from './parts.tsx'
import { todayQuery } from './queries.ts'
import { dashboardTexts } from './texts.ts'

/** The figures of the cashier's own shift: the open one, or the last. */
export function OwnShift({ storeId }: { storeId: string }) {
  const t = useWords(dashboardTexts)
  const words = useProblemWords()
  const hours = useQuery(todayQuery(storeId, 'hour'))
  const products = useQuery(todayQuery(storeId, 'product'))
  if (hours.data === undefined) {
    if (hours.error === null) return <RowSkeletons />
    return <ErrorState {...words(hours.error)} onRetry={() => hours.refetch()} />
  }
  if (hours.data.shiftId === null) {
    return (
      <EmptyState
        picture={<EmptyTill width={220} />}
        title={t('noShift')}
        hint={t('noShiftHint')}
        action={
          <Button component={Link} to="/caja">
            {t('openTill')}
          </Button>
        }
      />
    )
  }
  return (
    <Stack gap="lg">
      <Figures of="own" figures={hours.data.totals} />
      <DayByHour
        lines={hours.data.rows.map(({ key, totalCentavos, vasAmountCentavos }) => ({
          hour: key,
          totalCentavos: totalCentavos ?? 0,
          vasAmountCentavos: vasAmountCentavos ?? 0,
        }))}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <TopProducts
          of="topOwn"
          empty="noOwnProducts"
          products={(products.data?.rows ?? []).map(({ key, label, itemQuantity, totalCentavos }) => ({
            productId: key,
            name: label ?? '',
            itemQuantity: itemQuantity ?? 0,
            totalCentavos: totalCentavos ?? 0,
          }))}
        />
        <PaymentMethods storeId={storeId} />
        <ServiceKinds storeId={storeId} />
      </SimpleGrid>
    </Stack>
  )
}
