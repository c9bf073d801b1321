import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { ColorField } from '../../../ui/fields/color-field.tsx'
import { contrast, isColor, isDarker, minContrast, readable } from '../../../ui/look/color.ts'
import type { LookColors } from '../../../ui/look/look.ts'
import { useWords } from '../../../ui/words/words.ts'
import { palettes } from './palettes.ts'
import { themeTexts } from './texts.ts'

interface Props {
  colors: LookColors
  onChange: (colors: LookColors) => void
}

/** Four colors in two pairs of text and background. Each pair shows whether it is readable. */
export function ColorFields({ colors, onChange }: Props) {
  const t = useWords(themeTexts)
  const set = (name: keyof LookColors) => (typed: string) => {
    if (isColor(typed)) onChange({ ...colors, [name]: typed.toLowerCase() })
  }
  return (
    <Stack gap="lg">
      <Palettes onChoose={onChange} />
      <Stack gap="xs">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field
            label={t('primary')}
            hint={t('primaryHint')}
            value={colors.primary}
            onChange={set('primary')}
          />
          <Field label={t('onPrimary')} value={colors.onPrimary} onChange={set('onPrimary')} />
        </SimpleGrid>
        <Pair
          paper={colors.primary}
          ink={colors.onPrimary}
          onMend={(onPrimary) => onChange({ ...colors, onPrimary })}
        />
      </Stack>
      <Stack gap="xs">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field
            label={t('background')}
            hint={t('backgroundHint')}
            value={colors.background}
            onChange={set('background')}
          />
          <Field label={t('text')} value={colors.text} onChange={set('text')} />
        </SimpleGrid>
        <Pair paper={colors.background} ink={colors.text} onMend={(text) => onChange({ ...colors, text })} />
      </Stack>
    </Stack>
  )
}

function Palettes({ onChoose }: { onChoose: (colors: LookColors) => void }) {
  const t = useWords(themeTexts)
  return (
    <div>
      <Text fw={600} mb={6}>
        {t('palettes')}
      </Text>
      <Group gap="sm" role="group" aria-label={t('palettes')}>
        {(Object.keys(palettes) as (keyof typeof palettes)[]).map((name) => {
          const { primary, background } = palettes[name]
          return (
            <Button
              key={name}
              variant="default"
              leftSection={<Swatch colors={[primary, background]} />}
              onClick={() => onChoose(palettes[name])}
            >
              {t(`palette.${name}`)}
            </Button>
          )
        })}
      </Group>
    </div>
  )
}

function Swatch({ colors: [one, other] }: { colors: readonly [string, string] }) {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <circle cx="11" cy="11" r="10" fill={other} stroke="var(--line)" />
      <path d="M11 1a10 10 0 0 1 0 20z" fill={one} />
    </svg>
  )
}

interface FieldProps {
  label: string
  hint?: string
  value: string
  onChange: (typed: string) => void
}

function Field({ label, hint, value, onChange }: FieldProps) {
  const t = useWords(themeTexts)
  return (
    <ColorField
      key={value}
      label={label}
      pickLabel={t('pick', { name: label })}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description']}
      defaultValue={value}
      onChangeEnd={onChange}
    />
  )
}

/** Whether the text color is readable on its background and, if not, the nearest color that is. */
function Pair({ paper, ink, onMend }: { paper: string; ink: string; onMend: (ink: string) => void }) {
  const t = useWords(themeTexts)
  const found = contrast(paper, ink)
  const ratio = (Math.floor(found * 10) / 10).toFixed(1)
  if (found >= minContrast) {
    return (
      <Group gap={6} c="var(--tone-good)" role="status">
        <IconCircleCheck size={18} aria-hidden="true" />
        <Text size="sm">{t('enough', { ratio })}</Text>
      </Group>
    )
  }
  const mended = () => {
    const isInkDark = isDarker(ink, paper)
    const [near, far] = isInkDark ? ['#000000', '#ffffff'] : ['#ffffff', '#000000']
    const nearest = readable(ink, near, [paper])
    return contrast(nearest, paper) >= minContrast ? nearest : readable(ink, far, [paper])
  }
  return (
    <Group gap="sm" c="var(--tone-bad)" role="alert">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <Text size="sm" fw={600}>
        {t('tooLittle', { ratio, least: minContrast })}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => onMend(mended())}>
        {t('mend')}
      </Button>
    </Group>
  )
}
