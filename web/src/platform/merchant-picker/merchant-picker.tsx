import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useWords } from '../../ui/words/words.ts'
import { merchantPickerTexts } from './texts.ts'

interface Props {
  label: string
  description?: string
  placeholder?: string
  isRequired?: boolean
  error?: string | undefined
  value: string | null
  onChange: (merchantId: string | null) => void
}

/** One of the platform's merchants, found by a part of its name or RFC as one types. */
export function MerchantPicker({ isRequired = false, value, onChange, ...field }: Props) {
  const t = useWords(merchantPickerTexts)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const q = typed === chosen?.label ? '' : typed.trim()
  const found = useQuery({
    queryKey: ['merchants', 'picker', q],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/platform/merchants', {
          params: { query: { limit: 20, ...(q !== '' && { q }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
  const options = (found.data?.items ?? []).map(({ id, name, tradeName }) => ({
    value: id,
    label: tradeName === null ? name : `${tradeName} (${name})`,
  }))
  // What was chosen stays an option while something else is looked for.
  const known = chosen === null || options.some((each) => each.value === chosen.value)
  return (
    <Select
      {...field}
      required={isRequired}
      searchable
      clearable={!isRequired}
      data={known ? options : [chosen, ...options]}
      // The server has searched already, and finds by more than the name.
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isPending ? t('looking') : t('nothing')}
      value={value}
      onSearchChange={setTyped}
      onChange={(id, option) => {
        setChosen(id === null ? null : { value: id, label: option?.label ?? id })
        onChange(id)
      }}
    />
  )
}
