import { catalog } from '../../../ui/words/words.ts'

export const inviteTexts = catalog('invite', {
  title: 'Invitaciones',
  hint: 'Enlaces para entrar a la tienda. Cada uno sirve una vez, durante siete días.',
  add: 'Invitar',
  email: 'Correo',
  role: 'Permiso',
  expires: 'Vence',
  renew: 'Enlace nuevo',
  renewFor: 'Enlace nuevo para {{email}}',
  renewHint: 'Para cuando el enlace se perdió. El anterior deja de servir, y el nuevo vale siete días.',
  revoke: 'Retirar',
  revokeSure: '¿Retirar la invitación de {{email}}?',
  revokeHint: 'El enlace dejará de servir.',
  empty: 'Sin invitaciones abiertas',
  emptyHint: 'Invita a alguien y comparte el enlace por el medio que prefieras.',
  make: 'Crear enlace',
  made: 'Comparte este enlace con {{email}}',
  madeHint: 'Se muestra solo esta vez. Quien lo abra entra como {{role}}.',
  link: 'Enlace de invitación',
  emailOf: 'Agregar correo de {{name}}',
  emailHint: 'Con su correo y una contraseña podrá entrar al escritorio, y podrás darle otro permiso.',
  emailMadeHint:
    'Se muestra solo esta vez. Quien lo abre escribe el PIN que eligió en la caja, y crea su contraseña.',
})
