import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { uiTexts } from './texts.ts'

/** Mexico first. A second language is one more set of catalogs under its own tag. */
export const language = 'es-MX'

i18next.use(initReactI18next).init({
  lng: language,
  fallbackLng: language,
  defaultNS: 'ui',
  ns: ['ui'],
  resources: { [language]: { ui: uiTexts } },
  interpolation: { escapeValue: false },
  returnNull: false,
  // Texts that come late are drawn when they are here.
  react: { bindI18nStore: 'added' },
})

/** Each area brings its own catalog when it is first opened. */
export function addTexts(namespace: string, texts: object): void {
  i18next.addResourceBundle(language, namespace, texts, true, true)
}
