import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CategoryRecord } from '../../../api/types.ts'
import type { ChangeTogether } from './change-together.ts'
import { useProductWords } from './words.ts'

interface Props {
  categories: readonly CategoryRecord[]
  isBusy: boolean
  fault: string | undefined
  onChange: (changes: ChangeTogether) => void
  onClose: () => void
}

/** Puts all selected products on one shelf, or on none. */
export function CategoryDialog({ categories, isBusy, fault, onChange, onClose }: Props) {
  const t = useProductWords()
  const { t: tUi } = useTranslation()
  const [categoryId, setCategoryId] = useState<string | null>(null)
  return (
    <Modal opened onClose={onClose} title={<Text fw={700}>{t('changeCategory')}</Text>}>
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
