import { Button } from '@mantine/core'
import { chooseLanguage, currentLanguage } from './i18n.ts'
import type { Language } from './language.ts'
import { uiTexts } from './texts.ts'
import { useWords } from './words.ts'

/** The other language, named in itself, and a function to switch to it. */
export function useOtherLanguage(): { tag: Language; name: string; choose: () => void } {
  const t = useWords(uiTexts)
  const tag = currentLanguage() === 'en' ? 'es-MX' : 'en'
  // Offline, the texts cannot be loaded and the screen stays as it is.
  return { tag, name: t('otherLanguage'), choose: () => void chooseLanguage(tag).catch(() => undefined) }
}

export function LanguageButton() {
  const other = useOtherLanguage()
  return (
    <Button variant="subtle" color="gray" lang={other.tag} onClick={other.choose}>
      {other.name}
    </Button>
  )
}
