import { Button, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Barcode, Product, Variant } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { AddButton } from '../../../ui/parts/add-button.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { Barcodes } from './barcodes.tsx'
import { partsQuery } from './product-queries.ts'
import { productTexts } from './texts.ts'
import { VariantDialog } from './variant-dialog.tsx'

export type Part = Variant & { barcodes: readonly Barcode[] }

/** A product's barcodes and variants. Each is saved on its own. */
export function ProductParts({ storeId, product }: { storeId: string; product: Product }) {
  const t = useWords(productTexts)
  const words = useProblemWords()
  const parts = useQuery(partsQuery(storeId, product.id))
  const [opened, setOpened] = useState<{ variant: Part | null } | null>(null)
  if (parts.data === undefined) {
    return parts.error === null ? (
      <RowSkeletons rows={2} />
    ) : (
      <ErrorState {...words(parts.error)} onRetry={() => parts.refetch()} />
    )
  }
  const own = parts.data.find(({ id }) => id === product.id)
  const variants = parts.data.filter(({ id }) => id !== product.id)
  return (
    <Stack mt="lg" gap="lg">
      <Divider label={t('parts')} labelPosition="left" />
      {own !== undefined && <Barcodes storeId={storeId} variantId={own.id} barcodes={own.barcodes} />}
      <div>
        <Group justify="space-between" align="flex-end" mb="sm">
          <div>
            <Title order={3} fz="md">
              {t('variants')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('variantsHint')}
            </Text>
          </div>
          <AddButton variant="light" onClick={() => setOpened({ variant: null })}>
            {t('variantAdd')}
          </AddButton>
        </Group>
        <Stack gap="sm">
          {variants.map((variant) => (
            <VariantCard
              key={variant.id}
              storeId={storeId}
              variant={variant}
              onEdit={() => setOpened({ variant })}
            />
          ))}
        </Stack>
      </div>
      {opened !== null && (
        <VariantDialog
          storeId={storeId}
          productId={product.id}
          variant={opened.variant}
          onClose={() => setOpened(null)}
        />
      )}
    </Stack>
  )
}

function VariantCard({ storeId, variant, onEdit }: { storeId: string; variant: Part; onEdit: () => void }) {
  const t = useWords(productTexts)
  const name = variant.name ?? ''
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {[
              variant.priceCentavos === null ? t('samePrice') : formatPesos(variant.priceCentavos),
              ...(variant.sku === null ? [] : [variant.sku]),
            ].join(' · ')}
          </Text>
        </div>
        <Group gap="sm" wrap="nowrap">
          {!variant.isActive && <StatusChip tone="idle">{t('inactive')}</StatusChip>}
          <Button variant="default" aria-label={t('variantEdit', { name })} onClick={onEdit}>
            {t('variantEdit', { name: '' }).trim()}
          </Button>
        </Group>
      </Group>
      <Barcodes storeId={storeId} variantId={variant.id} barcodes={variant.barcodes} name={name} />
    </Paper>
  )
}
