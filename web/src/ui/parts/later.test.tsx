import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { later } from './later.tsx'

afterEach(() => vi.unstubAllGlobals())

const Dialog = ({ name }: { name: string }) => <b>{name}</b>

/** A browser that is idle when it is told so. */
function idleBrowser(): () => void {
  const works: (() => void)[] = []
  vi.stubGlobal('window', { requestIdleCallback: (work: () => void) => works.push(work) })
  return () => {
    for (const work of works) work()
  }
}

test('what was loaded while the browser was idle is drawn at once, when it is first needed', async () => {
  const becomeIdle = idleBrowser()
  const load = vi.fn(async () => Dialog)
  const Late = later(load)
  expect(load).not.toHaveBeenCalled()
  expect(renderToStaticMarkup(<Late name="Abrir turno" />)).toBe('')
  becomeIdle()
  await Promise.resolve()
  expect(renderToStaticMarkup(<Late name="Abrir turno" />)).toBe('<b>Abrir turno</b>')
  expect(load).toHaveBeenCalledTimes(1)
})

test('until it is there, the fallback stands in its place', () => {
  idleBrowser()
  const Late = later(
    async () => Dialog,
    ({ name }) => <i>{name}</i>,
  )
  expect(renderToStaticMarkup(<Late name="Menú" />)).toBe('<i>Menú</i>')
})

test('a load that fails while the browser is idle is tried again', async () => {
  const becomeIdle = idleBrowser()
  const load = vi.fn(async () => Dialog)
  load.mockRejectedValueOnce(new Error('no network'))
  const Late = later(load)
  becomeIdle()
  await vi.waitFor(() => expect(load.mock.settledResults).toHaveLength(1))
  becomeIdle()
  await vi.waitFor(() => expect(load.mock.settledResults).toHaveLength(2))
  expect(renderToStaticMarkup(<Late name="Ventas" />)).toBe('<b>Ventas</b>')
})
