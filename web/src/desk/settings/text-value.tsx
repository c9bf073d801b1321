import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fitsClabe } from '../../ui/format/clabe.ts'
import { groupByFour } from '../../ui/format/groups.ts'
import { useWords } from '../../ui/words/words.ts'
import type { ShownSetting } from './shown-setting.ts'
import { settingTexts } from './texts.ts'

interface Props {
  label: string
  setting: ShownSetting & { value: string }
  isDisabled: boolean
  isPending: boolean
  onSave: (value: string) => void
}

/** A text, or a CLABE in groups of four. Nothing means that it is not set. */
export function TextValue({ label, setting, isDisabled, isPending, onSave }: Props) {
  const t = useWords(settingTexts)
  const { format, value, maximum } = setting
  const isClabe = format === 'clabe'
  const [typed, setTyped] = useState(isClabe ? groupByFour(value) : value)
  const next = isClabe ? typed.replaceAll(/\s/g, '') : typed.trim()
  const isFit = next === '' || !isClabe || fitsClabe(next)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isFit && next !== value) onSave(next)
      }}
    >
      <Group gap="xs" align="flex-start">
        <TextInput
          w={260}
          aria-label={label}
          inputMode={isClabe ? 'numeric' : 'text'}
          autoComplete="off"
          placeholder={t('unset')}
          maxLength={isClabe ? undefined : (maximum ?? undefined)}
          disabled={isDisabled}
          value={typed}
          error={isFit ? undefined : t(/^\d{18}$/.test(next) ? 'clabeDigitFault' : 'clabeFault')}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => isClabe && setTyped(groupByFour(next))}
        />
        <Button type="submit" loading={isPending} disabled={isDisabled || !isFit || next === value}>
          {t('save')}
        </Button>
      </Group>
    </form>
  )
}
