import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

/** The change to the other color scheme: its words, its picture, and the act. */
export function useSchemeChange() {
  const t = useWords(uiTexts)
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return {
    label: isDark ? t('lightMode') : t('darkMode'),
    icon: isDark ? IconSun : IconMoon,
    change: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}
