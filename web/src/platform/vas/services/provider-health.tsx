import { Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import type { VasProduct } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import type { Tone } from '../../../ui/illustrations/picture.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { workTexts } from '../../work/texts.ts'

type Provider = VasProduct['provider']

const tones: Record<Provider['health'], Tone> = { UP: 'good', DEGRADED: 'wait', DOWN: 'bad' }
const worstFirst: readonly Provider['health'][] = ['DOWN', 'DEGRADED', 'UP']
const kinds = ['airtime', 'pin', 'service'] as const

/** Every provider of the catalog and its health, failing ones first. */
export function ProviderHealth() {
  const t = useWords(workTexts)
  const words = useProblemWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['providers'],
    queryFn: async ({ signal }) => {
      const catalogs = await Promise.all(
        kinds.map((kind) => answer(api.GET('/vas/catalog', { params: { query: { kind } }, signal }))),
      )
      return providersOf(catalogs.flatMap(({ items }) => items))
    },
    refetchInterval: 60_000,
  })
  return (
    <Paper withBorder p="lg">
      <Title order={3}>{t('services.providers')}</Title>
      <Text c="dimmed" mb="md">
        {t('services.providersHint')}
      </Text>
      {data === undefined && error !== null && <ErrorState {...words(error)} onRetry={() => refetch()} />}
      {data === undefined && error === null && <RowSkeletons rows={3} />}
      {data?.length === 0 && <Text c="dimmed">{t('services.noProviders')}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {data?.map(({ provider, products }) => (
          <Paper key={provider.id} withBorder p="sm">
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Text fw={600}>{provider.name}</Text>
                <Text size="sm" c="dimmed">
                  {t('services.products', { products })}
                </Text>
              </div>
              <StatusChip tone={tones[provider.health]}>
                {t(`services.answers.${provider.health}`)}
              </StatusChip>
            </Group>
          </Paper>
        ))}
      </SimpleGrid>
    </Paper>
  )
}

function providersOf(entries: readonly VasProduct[]) {
  const known = new Map<string, { provider: Provider; products: number }>()
  for (const { provider } of entries) {
    const products = (known.get(provider.id)?.products ?? 0) + 1
    known.set(provider.id, { provider, products })
  }
  return [...known.values()].toSorted(
    (a, b) =>
      worstFirst.indexOf(a.provider.health) - worstFirst.indexOf(b.provider.health) ||
      a.provider.name.localeCompare(b.provider.name, 'es-MX'),
  )
}
