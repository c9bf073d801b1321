import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../ui/words/words.ts'
import { shopTexts } from '../words/shop-texts.ts'

/** Names a cart to park. */
export function ParkForm({ onPark }: { onPark: (label: string) => void }) {
  const t = useWords(shopTexts)
  const [label, setLabel] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onPark(label.trim())
      }}
    >
      <Stack>
        <TextInput
          label={t('parkLabel')}
          placeholder={t('parkHint')}
          maxLength={60}
          data-autofocus
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Button type="submit" h={52}>
          {t('park')}
        </Button>
      </Stack>
    </form>
  )
}
