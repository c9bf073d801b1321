import { catalog } from '../../../ui/words/words.ts'

export const giftCardTexts = catalog('giftCard', {
  title: 'Tarjetas de regalo',
  hint: 'Las que vendieron los comercios, de la más nueva a la más antigua. Los códigos no se muestran, y cada consulta queda en la auditoría.',
  merchant: 'Comercio',
  anyMerchant: 'Todos si se deja vacío',
  state: 'Estado',
  any: 'Todas',
  many: { PENDING: 'En proceso', COMPLETED: 'Entregadas', FAILED: 'Rechazadas', REVERSED: 'Reversadas' },
  one: { PENDING: 'En proceso', COMPLETED: 'Entregada', FAILED: 'Rechazada', REVERSED: 'Reversada' },
  folio: 'Folio',
  product: 'Tarjeta',
  amount: 'Importe',
  pin: 'Código',
  unseen: 'Nadie lo ha visto',
  seen: 'Ya se mostró',
  reprints_one: '{{count}} reimpresión',
  reprints_other: '{{count}} reimpresiones',
  reprints_many: '{{count}} reimpresiones',
  soldAt: 'Vendida',
  empty: 'Todavía no se vende ninguna',
  emptyHint: 'Aparecerán aquí cuando una tienda venda una tarjeta en la pestaña Pines.',
})
