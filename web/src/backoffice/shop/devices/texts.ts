import { catalog } from '../../../ui/words/words.ts'

export const deviceTexts = catalog('device', {
  device: 'Equipo',
  since: 'Desde {{when}}',
  none: 'Sin equipo',
  enable: 'Habilitar equipo',
  madeHint: 'La clave se muestra solo esta vez. Si se pierde, habilita el equipo de nuevo.',
  token: 'Clave del equipo',
  done: 'Listo',
  disable: 'Deshabilitar',
  disableSure: '¿Deshabilitar “{{name}}”?',
  disableHint: 'Quien trabaja ahí sale de inmediato. Se puede habilitar otra vez cuando quieras.',
})
