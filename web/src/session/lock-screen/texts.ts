import { catalog } from '../../ui/words/words.ts'

export const lockTexts = catalog('lock', {
  locked: 'Pantalla bloqueada. Tu venta está como la dejaste.',
  unlock: 'Desbloquear',
  handOver: 'Cambio de cajero',
  offline: 'Sin conexión: para desbloquear hace falta la red.',
})
