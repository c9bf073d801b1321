import { catalog } from '../../ui/words/words.ts'

export const factorResetTexts = catalog('factorReset', {
  ask: 'Quitar verificación',
  askTitle: '¿Quitar la verificación en dos pasos de {{name}}?',
  askAnybody: 'Quitar verificación por correo',
  askAnybodyTitle: 'Quitar la verificación en dos pasos',
  askHint:
    'Para quien perdió su teléfono y sus códigos de respaldo. Antes asegúrate, por teléfono o en persona, de que de verdad lo pide. Recibe un aviso y, hasta la hora en que se quita, se puede cancelar.',
  email: 'Correo de la cuenta',
  emailHint: 'Con el que entra, también si trabaja en una tienda.',
  reason: 'Motivo',
  asked: 'El {{when}} se quitará la verificación.',
  waits: 'Ya se pidió. El {{when}} se quitará.',
  waitsAlready: 'Ya se pidió. Para empezar de nuevo, cancélalo primero.',
  hasNone: 'Esa cuenta no tiene verificación en dos pasos.',
  unknown: 'Ninguna cuenta activa usa ese correo.',
  notYours: 'Esto lo tiene que pedir otra persona de administración.',
  title: 'Verificaciones que se van a quitar',
  hint: 'Si alguna no te parece bien, cancélala y habla con la persona.',
  line: 'El {{when}} se quitará. Lo pidió {{by}}: {{reason}}',
  keepTitle: '¿Conservar la verificación de {{name}}?',
  keepHint: 'Su aplicación y sus códigos de respaldo siguen sirviendo.',
  keepDo: 'Conservar',
  kept: '{{name}} conserva su verificación en dos pasos.',
  gone: 'Ya se canceló, o ya se quitó.',
})
