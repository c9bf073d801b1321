import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useWords } from '../../ui/words/words.ts'
import { merchantListTexts } from './list-texts.ts'
import { placesQuery } from './merchant-queries.ts'

/** Chooses the place of a new merchant. Absent unless there is a choice: most installations have one place. */
export function PlaceField(props: Omit<ComponentProps<typeof NativeSelect>, 'data' | 'label'>) {
  const t = useWords(merchantListTexts)
  const { data } = useQuery(placesQuery())
  const open = data?.items.filter(({ isOpen, isDown }) => isOpen && !isDown) ?? []
  if (open.length < 2) return null
  return (
    <NativeSelect
      {...props}
      label={t('database')}
      description={t('databaseHint')}
      data={[{ value: '', label: t('anyDatabase') }, ...open.map(({ id }) => id)]}
    />
  )
}
