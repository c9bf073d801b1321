import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RecordFields } from './record-fields.tsx'

const drawn = (barred: string | null) =>
  renderToStaticMarkup(
    <MantineProvider>
      <RecordFields barred={barred}>
        <input name="phone" />
      </RecordFields>
    </MantineProvider>,
  )

test('the fields of a record that cannot be changed take no edits, and say why', () => {
  expect(drawn('Tu puesto en la tienda no lo permite.')).toMatch(
    /Tu puesto en la tienda no lo permite\..*<fieldset disabled="">.*name="phone".*<\/fieldset>/,
  )
  expect(drawn(null)).toMatch(/<fieldset>.*name="phone"/)
})
