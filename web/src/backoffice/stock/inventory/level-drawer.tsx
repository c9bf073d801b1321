import { Button, Group, Stack, Text } from '@mantine/core'
import type { StockLevel } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { QuantityField, type QuantityValue } from '../../../ui/fields/quantity-field.tsx'
import { Drawer } from '../../../ui/layers/drawer.tsx'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import type { Goods } from './goods.ts'
import { Movements } from './movements.tsx'
import { inventoryTexts } from './texts.ts'

interface Props {
  level: StockLevel
  storeId: string
  goods: ReadonlyMap<string, Goods>
  /** Why the reorder point cannot be changed, in words; `null` when it can. */
  barred: string | null
  onClose: () => void
}

/** The stock of one variant: its reorder point and its movements. */
export function LevelDrawer({ level, storeId, goods, barred, onClose }: Props) {
  const t = useWords(inventoryTexts)
  const name = goods.get(level.variantId)?.name ?? t('unknown')
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={t('movementsOf', { name })}>
      <Stack gap="lg">
        {barred === null && (
          <ReorderPoint level={level} storeId={storeId} unit={goods.get(level.variantId)?.unit} />
        )}
        <Movements storeId={storeId} goods={goods} variantId={level.variantId} />
      </Stack>
    </Drawer>
  )
}

interface PointProps extends Pick<Props, 'level' | 'storeId'> {
  unit: Goods['unit'] | undefined
}

function ReorderPoint({ level, storeId, unit }: PointProps) {
  const t = useWords(inventoryTexts)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [point, setPoint] = useState<QuantityValue>(level.reorderPoint ?? '')
  const save = useMutation({
    mutationFn: () =>
      answer(
        api.PUT('/pos/inventory/reorder_points', {
          body: {
            storeId,
            lines: [{ variantId: level.variantId, reorderPoint: point === '' ? null : point }],
          },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['stock'] }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Group align="flex-end">
        <QuantityField
          label={t('reorderPoint')}
          placeholder={t('pointHint')}
          unit={unit}
          unitLabel={unit && t(`unit.${unit}`)}
          value={point}
          onChange={setPoint}
          error={save.isError ? words(save.error).title : undefined}
        />
        <Button type="submit" variant="light" loading={save.isPending}>
          {tUi('save')}
        </Button>
        {save.isSuccess && (
          <Text role="status" c="dimmed" pb={10}>
            {t('pointSaved')}
          </Text>
        )}
      </Group>
    </form>
  )
}
