/** Spanish of Mexico comes first; English is for those who choose it. */
export const languages = ['es-MX', 'en'] as const
export type Language = (typeof languages)[number]

/** What a customer takes along is in the language of the customer, whatever the person at the till reads. */
export const paperLanguage: Language = 'es-MX'

const choiceKey = 'mostrador.language'

/**
 * The language chosen on this device. A browser's own language decides nothing: many a counter in Mexico has an
 * English system that nobody chose.
 */
export function chosenLanguage(): Language {
  return languages.find((each) => each === localStorage.getItem(choiceKey)) ?? 'es-MX'
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(choiceKey, language)
}

/**
 * The same words in another language: every key of the Spanish ones and no other. Of plurals English has no form
 * for many.
 */
export type Translated<T> = {
  readonly [K in keyof T as K extends `${string}_many` ? never : K]: T[K] extends string
    ? string
    : T[K] extends readonly string[]
      ? readonly string[]
      : Translated<T[K]>
}
