import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

export function ColorSchemeToggle() {
  const t = useWords(uiTexts)
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <ActionIcon
      aria-label={isDark ? t('lightMode') : t('darkMode')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={21} stroke={1.7} /> : <IconMoon size={21} stroke={1.7} />}
    </ActionIcon>
  )
}
