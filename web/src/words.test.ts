import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { english } from './english.ts'
import { nameOf } from './ui/words/words.ts'

type Texts = { readonly [key: string]: string | Texts }
/** A catalog's file exports only its catalog. */
type File = Readonly<Record<string, Texts>>

const files = import.meta.glob<File>('./**/*texts.ts', { eager: true })
const englishFiles = import.meta.glob<File>('./**/*texts.en.ts', { eager: true })
const code = import.meta.glob<string>(
  ['./**/*.{ts,tsx}', '!./**/*.test.*', '!./**/*texts.ts', '!./**/*texts.en.ts', '!./**/*.generated.ts'],
  { query: '?raw', import: 'default', eager: true },
)
const screens = Object.entries(code).filter(([file]) => file.endsWith('.tsx'))

/** Each text by its path, with its placeholders; plural forms that English lacks are left out. */
function placesOf(texts: Texts, under = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (key.endsWith('_many')) return []
    if (typeof text !== 'string') return placesOf(text, `${under}${key}.`)
    const places = [...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place).sort()
    return `${under}${key} ${places.join(' ')}`
  })
}

const placesIn = (file: File | undefined) =>
  Object.values(file ?? {})
    .flatMap((texts) => placesOf(texts))
    .sort()

test('there are catalogs and screens to check', () => {
  expect(Object.keys(files).length).toBeGreaterThan(20)
  expect(screens.length).toBeGreaterThan(150)
})

test.each(Object.entries(files))('%s says the same in English, with the same filled in', (name, spanish) => {
  expect(placesIn(englishFiles[name.replace(/\.ts$/, '.en.ts')])).toEqual(placesIn(spanish))
})

test('each catalog has an English version under the same name', () => {
  const catalogs = Object.values(files).flatMap((file) => Object.values(file))
  expect(catalogs.map(nameOf).sort()).toEqual(Object.keys(english).sort())
})

/** Attributes that people read or hear. */
const read = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'description',
  'hint',
  'label',
  'placeholder',
  'title',
])
/** Words that are the same in every language: names, units, abbreviations of documents. */
const allowed = /^(?:Mostrador|PIN|ICCID|CLABE|RFC|CSV|mm|kg|58 mm|80 mm|Tel\.|MXN|SKU|SPEI|Español|English)$/

/** Words between tags, and in attributes that people read, that do not come from a catalog. */
function hardCoded(source: string): string[] {
  const found: string[] = []
  const add = (text: unknown) => {
    if (typeof text !== 'string') return
    const words = text.trim().replaceAll(/\s+/g, ' ')
    if (/\p{L}{2,}/u.test(words) && !allowed.test(words)) found.push(words)
  }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value, name } = node as { type?: string; value?: unknown; name?: { value?: string } }
    if (type === 'JSXText') add(value)
    if (type === 'JSXAttribute' && read.has(name?.value ?? '')) {
      const given = value as { type?: string; value?: unknown } | null
      if (given?.type === 'StringLiteral') add(given.value)
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: true }))
  return found
}

test('a hard-coded word on a screen is found', () => {
  const screen = 'const a = <p title="Buscar">Hola {t("x")} <b aria-label={t("y")}>PIN</b></p>'
  expect(hardCoded(screen)).toEqual(['Buscar', 'Hola'])
})

test.each(screens)('%s takes its words from a catalog', (_file, source) => {
  expect(hardCoded(source)).toEqual([])
})

/** Not on screens: words that find a brand in both languages, and the columns of a file. */
const unseen = ['./terminal/vas/form/provider-mark.tsx', './backoffice/catalog/products/template-columns.ts']

test('no accented word appears in code outside the catalogs', () => {
  const found = Object.entries(code).flatMap(([file, source]) =>
    source
      .split('\n')
      // Comments may quote texts.
      .filter((line) => !/^\s*(\*|\/\*|\{\/\*)/.test(line) && /[áéíóúñ¿¡]/i.test(line.replace(/\/\/.*$/, '')))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found.filter((line) => !unseen.some((file) => line.startsWith(file)))).toEqual([])
})
