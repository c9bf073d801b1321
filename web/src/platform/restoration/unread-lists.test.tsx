import { MantineProvider } from '@mantine/core'
import type { Restoration } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UnreadLists } from './unread-lists.tsx'

const drawn = (lists: Restoration['unreadLists']) =>
  renderToStaticMarkup(
    <MantineProvider>
      <UnreadLists lists={lists} />
    </MantineProvider>,
  )

test('each connection whose list could not be read is named with its store, and what happens to it', () => {
  const named = { connectionName: 'Cuenta propia', storeName: 'Centro', merchantName: 'Abarrotes Lupita' }
  const notice = drawn([{ connectionId: '1', ...named }])
  expect(notice).toContain('No se pudo leer la lista de una conexión')
  expect(notice).toContain('Cuenta propia: Centro · Abarrotes Lupita')
  expect(notice).toContain('quedaron en pausa')
})

test('when every list was read, it says nothing', () => {
  expect(drawn([])).not.toContain('conexión')
})
