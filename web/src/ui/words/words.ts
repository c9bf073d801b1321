import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from './i18n.ts'
import { paperLanguage } from './language.ts'

/** The texts of a catalog by key; a group of texts may be nested under a key. */
export interface Texts {
  readonly [key: string]: string | Texts
}

type Plural = 'one' | 'many' | 'other'
type Singular<K extends string> = K extends `${infer Base}_${Plural}` ? Base : K

/** Every key of a catalog: `a` and, in a group, `a.b`. The forms of a plural share one key. */
export type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${KeyOf<T[K]>}`
}[keyof T & string]

type TextOf<T, K extends string> = K extends `${infer Group}.${infer Rest}`
  ? Group extends keyof T
    ? TextOf<T[Group], Rest>
    : never
  : T[(K | `${K}_${Plural}`) & keyof T]

/** A plural is chosen by `count`, even if the text does not contain it. */
type Counted<T, K extends string> = K extends `${infer Group}.${infer Rest}`
  ? Group extends keyof T
    ? Counted<T[Group], Rest>
    : never
  : K extends keyof T
    ? never
    : 'count'

type FilledIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | FilledIn<Rest> : never

type FillOf<T, K extends string> = FilledIn<TextOf<T, K>> | Counted<T, K>

/**
 * Returns a text in the screen's language. Accepts the keys of its catalog, and requires the values that the
 * text contains.
 */
export type Words<T> = <K extends KeyOf<T>>(
  key: K,
  ...fill: [FillOf<T, K>] extends [never] ? [] : [fill: { readonly [Name in FillOf<T, K>]: string | number }]
) => string

const names = new WeakMap<object, string>()

/** Declares a Spanish catalog. Its English version has the same name and is exported as `<name>English`. */
export function catalog<const T extends Texts>(name: string, texts: T): T {
  names.set(texts, name)
  addTexts(name, texts)
  return texts
}

/** @throws Error when the texts were not declared by `catalog` */
export function nameOf(texts: object): string {
  const name = names.get(texts)
  if (name === undefined) throw new Error('these texts are no catalog')
  return name
}

/** The texts of a catalog in the screen's language. */
export function useWords<T extends Texts>(texts: T): Words<T> {
  const { t } = useTranslation(nameOf(texts))
  return useMemo(() => wordsBy(t), [t])
}

/** The texts of a catalog for what is given to the customer. */
export function usePaperWords<T extends Texts>(texts: T): Words<T> {
  const { t } = useTranslation(nameOf(texts), { lng: paperLanguage })
  return useMemo(() => wordsBy(t), [t])
}

function wordsBy<T>(say: (key: string, fill: Readonly<Record<string, string | number>>) => string): Words<T> {
  return (key, ...[fill]) => say(key, fill ?? {})
}
