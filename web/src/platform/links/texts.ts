import { catalog } from '../../ui/words/words.ts'

export const linkTexts = catalog('link', {
  passwordLink: 'Enlace de contraseña',
  passwordLinkFor: 'Contraseña nueva para {{name}}',
  passwordLinkHint:
    'Entrégalo solo a esa persona. Sirve una vez, durante 30 minutos, y no se vuelve a mostrar. Al usarlo se cierran sus sesiones.',
  noPassword: 'Todavía no tiene contraseña: invita de nuevo a esa persona.',
  ownerInvite: 'Invitar de nuevo',
  ownerInviteFor: 'Invitación nueva para {{name}}',
  ownerInviteHint:
    'Comparte este enlace con quien dirige el negocio. Se muestra solo esta vez; los anteriores ya no sirven.',
  hasJoined: 'Ya se unió: dale un enlace de contraseña.',
})
