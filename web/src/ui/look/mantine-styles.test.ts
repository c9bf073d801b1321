import { expect, test } from 'vitest'
import sheet from './mantine-styles.ts?raw'

const sources = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true })
const styles = Object.keys(import.meta.glob('../../../../node_modules/@mantine/core/styles/*.css'))

const styledFrom = (text: string): readonly string[] =>
  [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    .flatMap(([, list = '']) => list.match(/\b[A-Z]\w+/g) ?? [])
    .filter((name) => styles.some((file) => file.endsWith(`/styles/${name}.css`)))

test('every component in use has its styles imported, for every page or beside it', () => {
  const isImported = (name: string, text: string) =>
    [sheet, text].some((each) => each.includes(`/styles/${name}.css'`))
  const texts = Object.values(sources)
  expect(texts.flatMap(styledFrom)).toContain('Button')
  expect(texts.flatMap((text) => styledFrom(text).filter((name) => !isImported(name, text)))).toEqual([])
})
