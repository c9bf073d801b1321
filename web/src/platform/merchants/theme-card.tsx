import { Group, Paper, Text } from '@mantine/core'
import type { MerchantAssistance } from '@mostrador/client'
import { useWords } from '../../ui/words/words.ts'
import { merchantTexts } from './texts.ts'

type Theme = MerchantAssistance['theme']

const families: Record<Theme['typography'], string> = {
  SYSTEM: 'system-ui, sans-serif',
  ROUNDED: 'ui-rounded, "Nunito", system-ui, sans-serif',
  SERIF: 'ui-serif, Georgia, serif',
  MONOSPACE: 'ui-monospace, monospace',
}

/** A small preview of a merchant's colors and fonts. */
export function ThemeCard({ theme: { colors, typography, darkMode, logoFileId } }: { theme: Theme }) {
  const t = useWords(merchantTexts)
  return (
    <Paper withBorder p="md">
      <Group wrap="nowrap" align="center" gap="lg">
        <div
          style={{
            background: colors.background,
            color: colors.text,
            fontFamily: families[typography],
            padding: 16,
            borderRadius: 12,
            border: '1px solid var(--mantine-color-default-border)',
            minWidth: 190,
          }}
        >
          <div style={{ fontWeight: 650, marginBottom: 10 }}>{t('theme.sample')}</div>
          <span
            style={{
              background: colors.primary,
              color: colors.onPrimary,
              padding: '6px 14px',
              borderRadius: 8,
              fontWeight: 600,
            }}
          >
            {t('theme.sampleButton')}
          </span>
        </div>
        <div>
          <Text>{t(`theme.typography.${typography}`)}</Text>
          <Text c="dimmed" size="sm">
            {t(`theme.dark.${darkMode}`)}
          </Text>
          <Text c="dimmed" size="sm">
            {t(logoFileId === null ? 'theme.noLogo' : 'theme.logo')}
          </Text>
        </div>
      </Group>
    </Paper>
  )
}
