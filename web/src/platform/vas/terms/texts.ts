import { catalog } from '../../../ui/words/words.ts'

/** Words of the terms on which services are sold. */
export const termsTexts = catalog('terms', {
  title: 'Condiciones de servicios',
  platformHint: 'Valen para todo comercio que no tenga las suyas.',
  merchantHint:
    'Qué puede vender, qué gana y qué cobra. Lo que no tenga propio, lo dicen las de la plataforma.',
  change: 'Cambiar condiciones',
  changeTitle: 'Condiciones de servicios de {{name}}',
  platformTitle: 'Condiciones de servicios de la plataforma',
  keeps: 'Valen desde la siguiente venta. Lo que ya se vendió conserva las condiciones con que se vendió.',
  kind: { airtime: 'Tiempo aire', service: 'Pago de servicios', pin: 'Pines' },
  offered: 'Se ofrece',
  notOffered: 'No se ofrece',
  inherit: 'La general',
  share: 'Gana {{percent}} del margen',
  fee: 'Cobra {{fee}} por operación',
  noFee: 'Sin cargo al cliente',
  fromPlatform: 'De la plataforma',
  own: 'Propias',
  withheldNames: 'No se ofrecen: {{names}}.',
  changedAt: 'Último cambio: {{when}}',
  offeredLabel: 'Oferta',
  shareLabel: 'Parte del margen (%)',
  feeLabel: 'Cargo al cliente ($)',
  asPlatform: 'Ahora: {{value}}',
  withheld: 'Compañías que no se ofrecen',
  withheldHint: 'Ni se muestran en sus cajas ni se pueden vender.',
  reason: 'Motivo del cambio',
  fault: {
    share: 'De 0 a 100, con dos decimales como máximo.',
    fee: 'De $0 a $1,000.',
    missing: 'La plataforma tiene que decirlo todo.',
  },
})
