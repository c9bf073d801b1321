import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatPesos, parsePesos } from '../../ui/format/money.ts'
import { useWords } from '../../ui/words/words.ts'
import type { ShownSetting } from './shown-setting.ts'
import { settingTexts } from './texts.ts'

interface Props {
  label: string
  setting: ShownSetting & { value: number }
  isDisabled: boolean
  isPending: boolean
  onSave: (value: number) => void
}

/** A whole number with its unit. It is saved by a button, so a slip of the mouse wheel changes nothing. */
export function NumberValue({ label, setting, isDisabled, isPending, onSave }: Props) {
  const t = useWords(settingTexts)
  const { unit, value, minimum, maximum } = setting
  const isMoney = unit === 'centavos'
  const shown = (amount: number) => (isMoney ? formatPesos(amount).replace('$', '') : String(amount))
  const [typed, setTyped] = useState(shown(value))
  const next = isMoney ? parsePesos(typed) : /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null
  const isWithin = next !== null && next >= (minimum ?? next) && next <= (maximum ?? next)
  const fault = t('between', { minimum: shown(minimum ?? 0), maximum: shown(maximum ?? 0) })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isWithin && next !== value) onSave(next)
      }}
    >
      <Group gap="xs" align="flex-start">
        <TextInput
          w={210}
          aria-label={label}
          inputMode="decimal"
          autoComplete="off"
          leftSection={isMoney ? '$' : undefined}
          rightSection={unit === null || isMoney ? undefined : t(`unit_${unit}`)}
          rightSectionWidth={unit === null || isMoney ? undefined : 124}
          disabled={isDisabled}
          value={typed}
          error={isWithin ? undefined : fault}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" loading={isPending} disabled={isDisabled || !isWithin || next === value}>
          {t('save')}
        </Button>
      </Group>
    </form>
  )
}
