import { catalog } from '../../../ui/words/words.ts'

/** Words of gift PINs. */
export const pinTexts = catalog('pin', {
  search: 'Buscar marca',
  searchHint: 'Juegos, música, series…',
  printPin: 'Imprimir PIN',
  none: 'Ninguna marca se llama así',
  noneHint: 'Prueba con menos letras, o borra la búsqueda para verlas todas.',
  show: 'Mostrar el PIN',
  unseen: 'Todavía nadie ha visto este PIN. Se muestra una sola vez: hazlo con el cliente enfrente.',
  maskedTitle: 'Venta exitosa: falta entregar el PIN',
  maskedSay: '“Su compra ya está hecha. En un momento un supervisor le entrega su PIN.”',
  missing: 'La venta terminó y su PIN está a salvo en el servidor.',
  reprint: 'Reimprimir PIN',
  reason: '¿Por qué se muestra otra vez?',
  reasonHint: 'Por ejemplo: se atascó el papel. Queda en la auditoría con tu nombre.',
  reasonShort: 'Escribe al menos 3 letras.',
  cap: 'Cada PIN se puede reimprimir 3 veces.',
  left_zero: 'Esta fue la última reimpresión.',
  left_one: 'Queda {{count}} reimpresión.',
  left_other: 'Quedan {{count}} reimpresiones.',
  left_many: 'Quedan {{count}} reimpresiones.',
  reprintFault: {
    reprint_limit: 'Este PIN ya se reimprimió 3 veces, que es el máximo.',
    velocity_exceeded:
      'La tienda ya llegó a su límite de reimpresiones de hoy. Mañana se puede otra vez; el límite lo fija quien dirige el negocio.',
    pin_not_available: 'Solo se puede reimprimir el PIN de una venta aprobada.',
    forbidden: 'Solo un supervisor o gerente de esta tienda puede reimprimirlo.',
    not_found: 'Esta venta no está a tu alcance.',
  },
})
