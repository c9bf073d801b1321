import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useExportNote } from './export-button.tsx'

const pages = import.meta.glob<string>('../../{backoffice,platform}/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

function Note(shown: Parameters<typeof useExportNote>[0]) {
  return useExportNote(shown) ?? 'as shown'
}
const noteOf = (shown: Parameters<typeof useExportNote>[0]) => renderToStaticMarkup(<Note {...shown} />)

test('a file says when it has other days than the page, and more than is searched for', () => {
  const days = 'Lo de los últimos 30 días'
  const all = 'Sin limitarse a lo que buscas'
  expect(noteOf({ q: undefined })).toBe(days)
  expect(noteOf({ q: 'Ana' })).toBe(`${days}. ${all}`)
  expect(noteOf({ day: '2026-03-01', q: 'Ana' })).toBe(all)
  expect(noteOf({ day: '2026-03-01', q: undefined })).toBe('as shown')
})

test('every page with a search and a file of the last days says that the file is not searched', () => {
  const searched = Object.entries(pages).filter(
    ([, source]) =>
      /<(Export|Download)Button/.test(source) && source.includes('lastDays()') && source.includes('search.q'),
  )
  expect(searched.map(([file]) => file)).toContain('../../backoffice/vas/sales/sales-page.tsx')
  expect(searched.filter(([, source]) => !source.includes('useExportNote(')).map(([file]) => file)).toEqual(
    [],
  )
})
