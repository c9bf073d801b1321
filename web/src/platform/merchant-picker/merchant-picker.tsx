import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Merchant } from '@mostrador/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { searchPauseMs } from '../../ui/fields/search-field.tsx'
import { useWords } from '../../ui/words/words.ts'
import { merchantQuery } from './merchant-query.ts'
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

/** Finds one of the platform's merchants by a part of its name or RFC, while typing. */
export function MerchantPicker({ isRequired = false, value, onChange, ...field }: Props) {
  const t = useWords(merchantPickerTexts)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  // A merchant that was not chosen here, but came with the page's address, is looked up for its name.
  const given = useQuery({
    ...merchantQuery(value ?? ''),
    enabled: value !== null && chosen?.value !== value,
  })
  const selected = chosen !== null && chosen.value === value ? chosen : given.data && optionOf(given.data)
  const [q] = useDebouncedValue(typed === selected?.label ? '' : typed.trim(), searchPauseMs)
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
  const options = (found.data?.items ?? []).map(optionOf)
  // The selected merchant stays an option while something else is searched.
  const isKnown = !selected || options.some((each) => each.value === selected.value)
  return (
    <Select
      {...field}
      required={isRequired}
      searchable
      clearable={!isRequired}
      data={isKnown ? options : [selected, ...options]}
      // The server has already searched, and not only by name.
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

const optionOf = ({ id, name, tradeName }: Pick<Merchant, 'id' | 'name' | 'tradeName'>) => ({
  value: id,
  label: tradeName === null ? name : `${tradeName} (${name})`,
})
