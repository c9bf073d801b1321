import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useScans } from '../scanner/meanings.ts'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

const pauseMs = 200

interface Props {
  value: string
  onSearch: (q: string) => void
  /** What is looked for, where it is not just any word. */
  label?: string
  /** What is looked for has a code: a scan looks for it. */
  isScanned?: boolean
}

/** Search as one types; `onSearch` hears of it after a short pause. */
export function SearchField({ value, onSearch, label, isScanned = false }: Props) {
  const t = useWords(uiTexts)
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Emptied from outside, by whoever takes all filters away.
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
    const timer = setTimeout(() => search(typed.trim()), pauseMs)
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
