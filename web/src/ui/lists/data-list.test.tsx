import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DataList, type Listing } from './data-list.tsx'

function drawn(listing: Partial<Listing<string>>): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <DataList
        label="Tickets"
        listing={{
          ...{ data: ['A1'], error: null, isPending: false, hasNextPage: true, isFetchingNextPage: false },
          ...{ fetchNextPage: () => undefined, refetch: () => undefined },
          ...listing,
        }}
        columns={[]}
        idOf={(row) => row}
        empty="Sin tickets"
        describeError={({ message }) => ({ title: message })}
      />
    </MantineProvider>,
  )
}

test('a list says beside its button that more of it could not be read', () => {
  const list = drawn({ error: new Error('Sin respuesta') })
  expect(list).toContain('role="alert">Sin respuesta<')
  expect(list).toContain('Ver más')
  expect(drawn({})).not.toContain('role="alert"')
})

test('a list that is shown whole, or empty, says that it could not be read again', () => {
  const error = new Error('Sin respuesta')
  expect(drawn({ error, hasNextPage: false })).toContain('role="alert">Sin respuesta<')
  expect(drawn({ error, hasNextPage: false, data: [] })).toMatch(/Sin tickets.*role="alert">Sin respuesta</)
})
