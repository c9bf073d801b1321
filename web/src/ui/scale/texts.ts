import { catalog } from '../words/words.ts'

/** Words of this device's scale. */
export const scaleTexts = catalog('scale', {
  title: 'Báscula',
  hint: 'Se conecta por USB o puerto serie a este equipo. El peso aparece al elegir un producto que se vende por kilo.',
  kind: 'Marca',
  kinds: {
    torrey: 'Torrey PCR o L-PCR (USB)',
    lines: 'CAS y otras que envían solas el peso',
    ecr: 'Protocolo de caja (ECR)',
    toledo: 'Mettler Toledo 8217',
  },
  unsupported: 'Este navegador no puede. Usa Chrome o Edge en una computadora, o en Android.',
  choose: 'Elegir puerto',
  chosen: 'Puerto elegido',
  none: 'Sin báscula',
  remove: 'Quitar',
  now: 'Ahora',
  weight: '{{kilograms}} kg',
  steady: 'estable',
  moving: 'moviéndose, vacía o ya cobrada',
  waiting: 'Esperando el peso…',
  fault: {
    not_found: 'No se encuentra la báscula: revisa que esté encendida y conectada.',
    busy: 'Otro programa está usando la báscula.',
    silent: 'La báscula no dice nada: revisa la marca y el cable.',
  },
  take: 'Usar {{kilograms}} kg',
  done: 'Listo',
})
