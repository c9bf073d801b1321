import { catalog } from '../../ui/words/words.ts'

export const accountTexts = catalog('account', {
  account: 'Mi cuenta',
  accountHint: 'Tu contraseña y la verificación en dos pasos.',
  signOut: 'Cerrar sesión',
  leaveUnsentTitle_one: 'Queda {{count}} venta por sincronizar',
  leaveUnsentTitle_other: 'Quedan {{count}} ventas por sincronizar',
  leaveUnsentTitle_many: 'Quedan {{count}} ventas por sincronizar',
  leaveUnsentHint:
    'No se pierden: se quedan en este equipo y se envían cuando vuelvas a entrar aquí con conexión. Si puedes, espera a que vuelva la red.',
  signOutEverywhere: 'Cerrar sesión en todos los equipos',
  signedOutEverywhere: 'Se cerraron todas tus sesiones.',
  changePassword: 'Cambiar contraseña',
  currentPassword: 'Contraseña actual',
  passwordChanged: 'Contraseña cambiada. Se cerraron tus otras sesiones.',
  secondFactor: 'Verificación en dos pasos',
  secondFactorOn: 'Activa',
  secondFactorOff: 'Sin activar',
  secondFactorWhy:
    'Además de tu contraseña, pide un código que solo tu teléfono conoce. Es obligatoria para administrar la plataforma.',
  mustEnable: 'Actívala para abrir las páginas de la administración.',
  resetNotice:
    'El {{when}} se quitará tu verificación en dos pasos. Alguien de administración lo pidió porque perdiste tu teléfono; si no es así, consérvala.',
  resetKeep: 'Conservar mi verificación',
  resetKept: 'Conservas tu verificación en dos pasos.',
  enable: 'Activar',
  disable: 'Desactivar',
  enrolScan: 'Escanea este código con tu aplicación de verificación y escribe los 6 dígitos que muestra.',
  enrolType: 'Si no puedes escanear, escribe esta clave:',
  enrolConfirm: 'Confirmar',
  recoveryTitle: 'Guarda tus códigos de respaldo',
  recoveryHint: 'Cada uno sirve una vez si pierdes tu teléfono. No se volverán a mostrar.',
  renew: 'Renovar códigos de respaldo',
  renewHint: 'Los códigos de respaldo que guardaste dejan de servir y recibes diez nuevos.',
  recoveryDone: 'Ya los guardé',
})
