import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useScans } from '../scanner/meanings.ts'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

/** After the last key, before a search is sent. */
export const searchPauseMs = 200

interface Props {
  value: string
  onSearch: (q: string) => void
  /** What is searched for, if it is not free text. */
  label?: string
  /** The searched items have barcodes: a scan searches for its code. */
  isScanned?: boolean
}

/** Searches while typing; `onSearch` is called after a short pause. */
export function SearchField({ value, onSearch, label, isScanned = false }: Props) {
  const t = useWords(uiTexts)
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Cleared from outside, by a button that removes all filters.
  if (known !== value) {
    setKnown(value)
    if (value === '') setTyped('')
  }
  const search = useEffectEvent(onSearch)
  useScans(
    'screen',
    ({ code }) => {
      setTyped(code)
      onSearch(code)
      return null
    },
    isScanned,
  )
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => search(typed.trim()), searchPauseMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <TextInput
      type="search"
      aria-label={label ?? t('search')}
      placeholder={label ?? t('search')}
      leftSection={<IconSearch size={18} />}
      rightSection={typed !== '' && <CloseButton aria-label={t('clear')} onClick={() => setTyped('')} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      w={{ base: '100%', sm: 280 }}
    />
  )
}
