import { catalog } from '../ui/words/words.ts'

export const approveHereTexts = catalog('approveHere', {
  approveHere: 'Autorizar aquí',
  title: 'Autorizar en esta caja',
  hint: 'Supervisión o gerencia escribe su código y su PIN. La sesión de la caja no cambia.',
  action: 'Autorizar',
  type: { DISCOUNT: 'Descuento', REFUND: 'Reembolso', RETURN: 'Devolución' },
  value: { DISCOUNT: 'Se descuenta', REFUND: 'Se reembolsa', RETURN: 'Se devuelve' },
  wasted: 'Merma: no vuelve a existencia, se tira',
  unit: { PIECE: 'pza', KILOGRAM: 'kg', LITER: 'L', METER: 'm' },
  self_approval: 'Lo pidió la misma persona.',
  self_approvalHint: 'Lo tiene que autorizar otra.',
  forbidden: 'Esta persona no puede autorizar.',
  forbiddenHint: 'Hace falta el código de supervisión o gerencia.',
  approval_expired: 'La solicitud venció.',
  approval_expiredHint: 'Ciérrala y pide la autorización otra vez.',
})
