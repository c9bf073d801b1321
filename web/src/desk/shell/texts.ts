import { catalog } from '../../ui/words/words.ts'

export const shellTexts = catalog('shell', {
  store: 'Tienda',
  menu: 'Menú',
  skip: 'Ir al contenido',
  notAllowedTitle: 'Aquí no puedes entrar',
  offline: 'Sin conexión con el servidor. Lo que ves puede no estar al día.',
  toAccount: 'Ir a “Mi cuenta”',
})
