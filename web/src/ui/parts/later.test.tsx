import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { later, loadParts } from './later.tsx'

const Dialog = ({ name }: { name: string }) => <b>{name}</b>

test('a part loads when it is needed, and is drawn at once when it was loaded before', async () => {
  const load = vi.fn(async () => Dialog)
  const Late = later(load)
  expect(renderToStaticMarkup(<Late name="Abrir turno" />)).toBe('')
  expect(load).not.toHaveBeenCalled()
  await Promise.all([loadParts(), loadParts()])
  expect(renderToStaticMarkup(<Late name="Abrir turno" />)).toBe('<b>Abrir turno</b>')
  await loadParts()
  expect(load).toHaveBeenCalledTimes(1)
})

test('parts that a loaded part declares are loaded as well', async () => {
  let Inner: ReturnType<typeof later<{ name: string }>> | undefined
  later(async () => {
    Inner = later(async () => Dialog)
    return Dialog
  })
  await loadParts()
  expect(Inner === undefined ? '' : renderToStaticMarkup(<Inner name="Escáner" />)).toBe('<b>Escáner</b>')
})

test('until it is loaded, the fallback is shown', () => {
  const Late = later(
    async () => Dialog,
    ({ name }) => <i>{name}</i>,
  )
  expect(renderToStaticMarkup(<Late name="Menú" />)).toBe('<i>Menú</i>')
})

test('a part that could not be loaded is loaded again the next time', async () => {
  const load = vi.fn(async () => Dialog)
  load.mockRejectedValueOnce(new Error('no network'))
  const Late = later(load)
  await loadParts()
  expect(renderToStaticMarkup(<Late name="Ventas" />)).toBe('')
  await loadParts()
  expect(renderToStaticMarkup(<Late name="Ventas" />)).toBe('<b>Ventas</b>')
})
