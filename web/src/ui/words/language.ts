/** Mexican Spanish is the default; English is optional. */
export const languages = ['es-MX', 'en'] as const
export type Language = (typeof languages)[number]

/** What is given to the customer is in Spanish, whatever language the cashier reads. */
export const paperLanguage: Language = 'es-MX'

const choiceKey = 'mostrador.language'

/**
 * The language chosen on this device. The browser's own language is ignored, because many tills in Mexico run
 * an English system that nobody chose.
 */
export function chosenLanguage(): Language {
  return languages.find((each) => each === localStorage.getItem(choiceKey)) ?? 'es-MX'
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(choiceKey, language)
}

/**
 * The same catalog in another language: exactly the keys of the Spanish one. English has no plural form
 * `many`.
 */
export type Translated<T> = {
  readonly [K in keyof T as K extends `${string}_many` ? never : K]: T[K] extends string
    ? string
    : T[K] extends readonly string[]
      ? readonly string[]
      : Translated<T[K]>
}
