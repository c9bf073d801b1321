import { catalog } from '../../../ui/words/words.ts'

export const staffTexts = catalog('staff', {
  code: 'Código',
  pinOf: 'PIN de {{name}}',
  pin: 'Dar PIN',
  pinHint:
    'Con su código y este PIN entra en la caja y elige el suyo. El PIN anterior deja de servir y sus sesiones con él terminan.',
  chosenCode: 'Código (opcional)',
  chosenCodeHint: '4 a 8 números o letras mayúsculas. Vacío: el que tiene, o uno nuevo.',
  chosenPin: 'PIN (opcional)',
  chosenPinHint: '4 a 8 números. Vacío: seis al azar.',
  codeFault: 'Usa de 4 a 8 números o letras mayúsculas.',
  pinFault: 'Usa de 4 a 8 números.',
  make: 'Crear PIN',
  made: 'Entrégale estos datos',
  madeHint:
    'El PIN se muestra solo esta vez y sirve una vez, durante 3 días: en la caja la persona elige el suyo. Si se pierde, crea otro.',
  madePin: 'PIN',
  unlock: 'Desbloquear',
  unlocked: 'Desbloqueado: ya puede intentar de nuevo.',
  hasLeft: 'Está de baja: ya no entra en la caja.',
  ownersPin: 'Quien dirige el negocio crea su propio PIN: nadie más se lo da.',
  noAccount: 'Todavía no tiene acceso. Agrega a la persona como cajero, o invítala, en “Con acceso”.',
})
