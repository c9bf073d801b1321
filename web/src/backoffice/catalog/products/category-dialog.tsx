import { Button, Group, Select, Stack, Text } from '@mantine/core'
import type { Category } from '@mostrador/client'
import { useState } from 'react'
import { Modal } from '../../../ui/layers/modal.tsx'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import type { ChangeTogether } from './change-together.ts'
import { productTexts } from './texts.ts'

interface Props {
  categories: readonly Category[]
  isBusy: boolean
  fault: string | undefined
  onChange: (changes: ChangeTogether) => void
  onClose: () => void
}

/** Moves all selected products to one category, or to none. */
export function CategoryDialog({ categories, isBusy, fault, onChange, onClose }: Props) {
  const t = useWords(productTexts)
  const tUi = useWords(uiTexts)
  const [categoryId, setCategoryId] = useState<string | null>(null)
  return (
    <Modal opened onClose={onClose} isSending={isBusy} title={t('changeCategory')}>
      <Stack>
        <Select
          label={t('moveTo')}
          placeholder={t('noCategory')}
          clearable
          searchable
          data={categories.map(({ id, name }) => ({ value: id, label: name }))}
          value={categoryId}
          onChange={setCategoryId}
        />
        {fault !== undefined && (
          <Text c="red" role="alert">
            {fault}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          <Button loading={isBusy} onClick={() => onChange({ categoryId })}>
            {t('move')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
