import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from './i18n.ts'
import { paperLanguage } from './language.ts'

/** What a screen says, by key; a group of texts may stand under a key of its own. */
export interface Texts {
  readonly [key: string]: string | Texts
}

type Plural = 'one' | 'many' | 'other'
type Singular<K extends string> = K extends `${infer Base}_${Plural}` ? Base : K

/** Every key of a catalog: `a` and, in a group, `a.b`. The forms of a plural have one key together. */
export type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${KeyOf<T[K]>}`
}[keyof T & string]

type TextOf<T, K extends string> = K extends `${infer Group}.${infer Rest}`
  ? Group extends keyof T
    ? TextOf<T[Group], Rest>
    : never
  : T[(K | `${K}_${Plural}`) & keyof T]

/** A plural is chosen by `count`, whether or not the text says it. */
type Counted<T, K extends string> = K extends `${infer Group}.${infer Rest}`
  ? Group extends keyof T
    ? Counted<T[Group], Rest>
    : never
  : K extends keyof T
    ? never
    : 'count'

type FilledIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | FilledIn<Rest> : never

type FillOf<T, K extends string> = FilledIn<TextOf<T, K>> | Counted<T, K>

/** Says a text in the language of the screen. Takes the keys of its catalog, and all that the text is filled with. */
export type Words<T> = <K extends KeyOf<T>>(
  key: K,
  ...fill: [FillOf<T, K>] extends [never] ? [] : [fill: { readonly [Name in FillOf<T, K>]: string | number }]
) => string

const names = new WeakMap<object, string>()

/** Declares what a room says in Spanish. Its English has the same name, and is exported as `<name>English`. */
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

/** The words of a catalog, in the language of the screen. */
export function useWords<T extends Texts>(texts: T): Words<T> {
  const { t } = useTranslation(nameOf(texts))
  return useMemo(() => wordsBy(t), [t])
}

/** The words of a catalog for what the customer takes along. */
export function usePaperWords<T extends Texts>(texts: T): Words<T> {
  const { t } = useTranslation(nameOf(texts), { lng: paperLanguage })
  return useMemo(() => wordsBy(t), [t])
}

function wordsBy<T>(say: (key: string, fill: Readonly<Record<string, string | number>>) => string): Words<T> {
  return (key, ...[fill]) => say(key, fill ?? {})
}
