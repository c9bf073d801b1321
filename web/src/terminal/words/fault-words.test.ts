import { expect, test } from 'vitest'
import { inSentences } from './fault-words.ts'

test.each([
  [{ title: 'No tienes un turno abierto', hint: 'Ábrelo.' }, 'No tienes un turno abierto. Ábrelo.'],
  [{ title: 'No se pudo hacer.', hint: 'Revisa los datos.' }, 'No se pudo hacer. Revisa los datos.'],
  [{ title: 'Primero abre tu turno en la caja.' }, 'Primero abre tu turno en la caja.'],
])('%j is shown as %j', (words, said) => {
  expect(inSentences(words)).toBe(said)
})
