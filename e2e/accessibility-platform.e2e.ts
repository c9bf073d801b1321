import { expect, test } from 'vitest'
import { addresses, deskIsAccessible, desks } from './desk-walk.ts'

/** Addresses with a story of their own elsewhere, and one that only redirects. */
const ownStories = [
  '/',
  '/caja',
  '/cuenta',
  '/entrar',
  '/caja/activar',
  '/caja/pantalla',
  '/configurar',
  '/invitacion',
  '/recuperar',
  '/verificacion',
]

test('every page of the client is visited', async () => {
  const all = await addresses()
  expect(all.length).toBeGreaterThan(25)
  const left = all.filter((each) => !Object.values(desks).some(({ under }) => each.startsWith(under)))
  expect(left).toEqual(ownStories.toSorted())
})

deskIsAccessible('admin')
