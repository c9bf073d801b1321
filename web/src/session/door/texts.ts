import { catalog } from '../../ui/words/words.ts'

export const doorTexts = catalog('door', {
  brandLine: 'Cobra, recarga y vende en el mostrador de tu negocio.',
  brandHint: 'Rápido como la fila lo pide. Claro hasta el último peso.',
  password: 'Contraseña',
  code: 'Código de verificación',
  codeHint: 'Los 6 dígitos de tu aplicación, o un código de respaldo.',
  newPassword: 'Contraseña nueva',
  passwordHint: '15 caracteres o más. Una frase que recuerdes funciona mejor que símbolos.',
})
