import { catalog } from '../../../ui/words/words.ts'

export const cashierTexts = catalog('cashier', {
  title: 'Agregar cajero',
  name: 'Nombre',
  hint: 'Entra en la caja con un código y un PIN: no necesita correo ni contraseña.',
  code: 'Código (opcional)',
  codeHint: '4 a 8 números o letras mayúsculas. Vacío: uno nuevo.',
  codeFault: 'Usa de 4 a 8 números o letras mayúsculas.',
  make: 'Agregar',
  made: 'Entrega estos datos a {{name}}',
  madeHint:
    'En la caja escribe su código y este PIN, y elige uno propio. Sirve una vez, durante 3 días, y no se vuelve a mostrar.',
  madeCode: 'Código',
  pin: 'PIN',
  madeBefore: 'Ya habías agregado a {{name}}',
  madeBeforeHint: 'Su PIN se mostró una sola vez. Si se perdió, dale otro en “Fichas”.',
})
