import { Button, Group, Paper, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Category, Product } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { reload } from '../../../desk/records/reload.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { missingOf, useBulkWords } from './bulk-faults.ts'
import { CategoryDialog } from './category-dialog.tsx'
import type { ChangeTogether } from './change-together.ts'
import { PriceDialog } from './price-dialog.tsx'
import { productKeys } from './product-queries.ts'
import { productTexts } from './texts.ts'

interface Props {
  storeId: string
  products: readonly Product[]
  categories: readonly Category[]
  /** These do not exist any more. */
  onMissing: (ids: readonly string[]) => void
  /** The selection is no longer needed. */
  onDone: () => void
}

/** The API's limit for one bulk change. */
const mostProducts = 500

/** The actions for all selected products. */
export function BulkBar({ storeId, products, categories, onMissing, onDone }: Props) {
  const t = useWords(productTexts)
  const words = useBulkWords()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<'price' | 'category' | 'stop' | null>(null)
  const productIds = products.map(({ id }) => id)
  /** What was refused because of products that do not exist any more goes on without them. */
  const dropMissing = (error: unknown, sent: readonly Product[]) => {
    const missing = missingOf(error, sent)
    if (missing.length === 0) return
    notifications.show({ message: words(error, sent), color: 'red' })
    onMissing(missing.map(({ id }) => id))
  }
  const change = useMutation({
    onMutate: () => products,
    mutationFn: (changes: ChangeTogether) =>
      answer(api.POST('/pos/products/bulk-change', { body: { storeId, productIds, ...changes } })),
    onSuccess: ({ changedCount }) => {
      notifications.show({ message: t('changed', { count: changedCount }), color: 'agave' })
      setAsked(null)
      onDone()
    },
    onError: (error, _changes, sent = products) => dropMissing(error, sent),
    // Without an answer it may have been done, and after a refusal prices may be others: list and preview are read again.
    onSettled: () => void reload(queryClient, productKeys),
  })
  const barred = products.length > mostProducts ? t('tooMany') : null
  const fault = change.isError ? words(change.error, change.context ?? products) : undefined
  const dialog = {
    isBusy: change.isPending,
    fault,
    onChange: change.mutate,
    onClose: () => {
      setAsked(null)
      change.reset()
    },
  }
  return (
    <Paper withBorder p="sm" mb="md" role="region" aria-label={t('selected', { count: products.length })}>
      <Group justify="space-between">
        <Text fw={600} role="status">
          {t('selected', { count: products.length })}
        </Text>
        <Group gap="sm">
          <AllowedButton reason={barred} onClick={() => setAsked('price')}>
            {t('changePrice')}
          </AllowedButton>
          <AllowedButton variant="default" reason={barred} onClick={() => setAsked('category')}>
            {t('changeCategory')}
          </AllowedButton>
          <AllowedButton variant="default" reason={barred} onClick={() => change.mutate({ isActive: true })}>
            {t('sell')}
          </AllowedButton>
          <AllowedButton variant="default" reason={barred} onClick={() => setAsked('stop')}>
            {t('stopSelling')}
          </AllowedButton>
          <Button variant="subtle" onClick={onDone}>
            {t('unselect')}
          </Button>
        </Group>
      </Group>
      {asked === null && fault !== undefined && (
        <Text c="red" role="alert" mt="xs">
          {fault}
        </Text>
      )}
      {asked === 'price' && (
        <PriceDialog storeId={storeId} products={products} onRefused={dropMissing} {...dialog} />
      )}
      {asked === 'category' && <CategoryDialog categories={categories} {...dialog} />}
      <ConfirmDialog
        isOpen={asked === 'stop'}
        title={t('stopSure', { count: products.length })}
        hint={t('stopHint')}
        action={t('stopSelling')}
        isBusy={change.isPending}
        fault={fault}
        onConfirm={() => change.mutate({ isActive: false })}
        onClose={dialog.onClose}
      />
    </Paper>
  )
}
