import { catalog } from '../../ui/words/words.ts'

export const shellTexts = catalog('shell', {
  store: 'Tienda',
  menu: 'Menú',
  skip: 'Ir al contenido',
  notAllowedTitle: 'Aquí no puedes entrar',
  toAccount: 'Ir a “Mi cuenta”',
})
