import { Button, Group, Paper, Stack, Switch, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatPesos } from '../../ui/format/money.ts'
import { Hint } from '../../ui/parts/hint.tsx'
import { useWords } from '../../ui/words/words.ts'
import { NumberValue } from './number-value.tsx'
import type { SettingUnit, SettingValue, ShownSetting } from './shown-setting.ts'
import { TextValue } from './text-value.tsx'
import { settingTexts } from './texts.ts'

interface Props {
  setting: ShownSetting
  /** Lines below the description: the default, and the last change. */
  notes: string
  /** Why it cannot be changed; `null` when it can. */
  missing: string | null
  isPending: boolean
  onChange: (value: SettingValue) => void
  /** Shown next to the value's own control. */
  more?: ReactNode
}

type Known = keyof typeof settingTexts.name

/** One setting, a switch, a text or a number with its unit, and what it does. */
export function SettingCard({ setting, notes, missing, isPending, onChange, more }: Props) {
  const t = useWords(settingTexts)
  const place = setting.key.replaceAll('.', '_')
  const isKnown = Object.hasOwn(settingTexts.name, place)
  const name = isKnown ? t(`name.${place as Known}`) : setting.key
  const { value } = setting
  return (
    <Paper withBorder p="lg" component="section" aria-label={name}>
      <Group justify="space-between" gap="xl" align="flex-start">
        <div style={{ flex: '1 1 260px' }}>
          <Text fw={650}>{name}</Text>
          <Text c="dimmed">{isKnown ? t(`meaning.${place as Known}`) : setting.meaning}</Text>
          <Text size="sm" c="dimmed" mt={4}>
            {notes}
          </Text>
        </div>
        <Hint label={missing}>
          <Stack gap="xs" align="flex-end">
            {typeof value === 'boolean' ? (
              <Switch
                size="lg"
                aria-label={name}
                checked={value}
                disabled={missing !== null || isPending}
                onChange={(event) => onChange(event.currentTarget.checked)}
              />
            ) : typeof value === 'string' ? (
              <TextValue
                key={value}
                label={name}
                setting={{ ...setting, value }}
                isDisabled={missing !== null}
                isPending={isPending}
                onSave={onChange}
              />
            ) : (
              <NumberValue
                key={value}
                label={name}
                setting={{ ...setting, value }}
                isDisabled={missing !== null}
                isPending={isPending}
                onSave={onChange}
              />
            )}
            {more}
          </Stack>
        </Hint>
      </Group>
    </Paper>
  )
}

/** Formats a setting's value: on or off, a text, pesos, or a number with its unit. */
export function useSettingValue(): (value: SettingValue, unit: SettingUnit | null) => string {
  const t = useWords(settingTexts)
  return (value, unit) => {
    if (typeof value === 'boolean') return value ? t('on') : t('off')
    if (typeof value === 'string') return value === '' ? t('unset') : value
    if (unit === 'centavos') return formatPesos(value)
    return unit === null ? String(value) : `${value} ${t(`unit_${unit}`)}`
  }
}

/** Resets a setting to the inherited value. */
export function BackButton({ onClick, isPending }: { onClick: () => void; isPending: boolean }) {
  const t = useWords(settingTexts)
  return (
    <Button variant="subtle" size="compact-sm" loading={isPending} onClick={onClick}>
      {t('back')}
    </Button>
  )
}
