import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { chosenLanguage, type Language, paperLanguage, rememberLanguage } from './language.ts'

i18next.use(initReactI18next).init({
  lng: paperLanguage,
  fallbackLng: paperLanguage,
  resources: {},
  interpolation: { escapeValue: false },
  returnNull: false,
  // Texts that come late are drawn when they are here.
  react: { bindI18nStore: 'added' },
})

/** Each room brings its own catalog when it is first opened. */
export function addTexts(namespace: string, texts: object): void {
  i18next.addResourceBundle(paperLanguage, namespace, texts, true, true)
}

/** The language that is on the screen. */
export const currentLanguage = () => i18next.language as Language

const loaders = new Map<Language, () => Promise<object>>()

/** Spanish travels with the pages; another language comes whole, by namespace, when somebody chooses it. */
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

/** Before the first screen is drawn; without its file the screen is in Spanish. */
export async function speakChosenLanguage(): Promise<void> {
  const language = chosenLanguage()
  if (language === paperLanguage) return
  await speak(language).catch(() => undefined)
}

/**
 * Changes the language of this device, on the screen as it stands.
 *
 * @throws Error when the words cannot be loaded; the language then stays
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language)
  rememberLanguage(language)
}
