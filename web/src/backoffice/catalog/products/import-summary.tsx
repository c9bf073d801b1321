import { Group, Paper, Stack, Text } from '@mantine/core'
import type { ProductImportResult } from '@mostrador/client'
import { IconCircleCheck } from '@tabler/icons-react'
import { Caution } from '../../../ui/parts/caution.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { productTexts } from './texts.ts'

/** What importing a valid file will change. */
export function ImportSummary({ found }: { found: ProductImportResult }) {
  const t = useWords(productTexts)
  const { createdCount, updatedCount, newCategories, ignoredStockCount, hiddenSheets } = found
  const variantCount = found.createdVariantCount + found.updatedVariantCount
  return (
    <Stack gap="sm" role="status">
      <Group gap="xs" c="var(--tone-good)">
        <IconCircleCheck size={20} aria-hidden="true" />
        <Text fw={600}>{t('fine')}</Text>
      </Group>
      <Group grow>
        <Figure label={t('willCreate')} value={createdCount} />
        <Figure label={t('willUpdate')} value={updatedCount} />
        {variantCount > 0 && <Figure label={t('willVariants')} value={variantCount} />}
        <Figure label={t('willCategories')} value={newCategories.length} />
      </Group>
      {newCategories.length > 0 && <Text c="dimmed">{newCategories.join(', ')}</Text>}
      {ignoredStockCount > 0 && <Caution>{t('ignoredStock', { count: ignoredStockCount })}</Caution>}
      {hiddenSheets.length > 0 && <Caution>{t('hiddenSheets', { names: hiddenSheets.join(', ') })}</Caution>}
    </Stack>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <Paper withBorder p="sm">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={700} fz="xl" className="figures">
        {value}
      </Text>
    </Paper>
  )
}
