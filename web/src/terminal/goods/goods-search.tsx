import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react'
import { KeyCap } from '../../ui/keys/key-cap.tsx'
import { focusedIfIdle } from '../../ui/keys/pointer.ts'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { useCommand } from '../shortcuts/use-command.ts'
import { shopTexts } from '../words/shop-texts.ts'

/** The search takes the focus when nothing else has it, and by its key. */
export function useSearchFocus() {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => focusedIfIdle(search.current), [])
  useCommand('search', () => {
    search.current?.focus()
    search.current?.select()
  })
  return search
}

interface Props {
  ref: Ref<HTMLInputElement>
  typed: string
  fault: string | null
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

export function GoodsSearch({ ref, typed, fault, onType, onKeyDown }: Props) {
  const t = useWords(shopTexts)
  const tUi = useWords(uiTexts)
  const { key } = shortcutOf('search')
  return (
    <TextInput
      ref={ref}
      type="search"
      size="md"
      aria-label={t('search')}
      aria-keyshortcuts={key}
      placeholder={t('searchHint')}
      leftSection={<IconSearch size={20} />}
      rightSection={
        typed === '' ? (
          <KeyCap chord={key} />
        ) : (
          <CloseButton aria-label={tUi('clear')} onClick={() => onType('')} size={44} />
        )
      }
      rightSectionWidth={50}
      error={fault}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
