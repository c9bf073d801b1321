import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { chosenLanguage, type Language, paperLanguage, rememberLanguage } from './language.ts'

i18next.use(initReactI18next).init({
  lng: paperLanguage,
  fallbackLng: paperLanguage,
  resources: {},
  interpolation: { escapeValue: false },
  returnNull: false,
  // Re-render when texts arrive late.
  react: { bindI18nStore: 'added' },
})

/** Each folder registers its own catalog when it is first opened. */
export function addTexts(namespace: string, texts: object): void {
  i18next.addResourceBundle(paperLanguage, namespace, texts, true, true)
}

/** The current language of the screens. */
export const currentLanguage = () => i18next.language as Language

const loaders = new Map<Language, () => Promise<object>>()

/** Spanish is part of the pages; another language is loaded as a whole when somebody chooses it. */
export function offerLanguage(language: Language, load: () => Promise<object>): void {
  loaders.set(language, load)
}

async function speak(language: Language): Promise<void> {
  const catalogs = (await loaders.get(language)?.()) ?? {}
  for (const [namespace, texts] of Object.entries(catalogs)) {
    i18next.addResourceBundle(language, namespace, texts, true, true)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Called before the first render; if the file cannot be loaded, screens stay in Spanish. */
export async function loadChosenLanguage(): Promise<void> {
  const language = chosenLanguage()
  if (language === paperLanguage) return
  await speak(language).catch(() => undefined)
}

/**
 * Changes this device's language without a reload.
 *
 * @throws Error when the texts cannot be loaded; the language then stays
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language)
  rememberLanguage(language)
}
