import { catalog } from '../../../ui/words/words.ts'

export const walletTexts = catalog('wallet', {
  title: 'Saldo',
  hint: 'Con este saldo se pagan las recargas que vendes.',
  available: 'Disponible',
  held: 'Apartado (ventas y retiros en proceso)',
  course: 'Cómo ha ido tu saldo',
  when: 'Fecha',
  kind: 'Movimiento',
  memo: 'Detalle',
  amount: 'Importe',
  balance: 'Saldo',
  csv: 'Descargar los últimos 30 días',
  empty: 'Sin movimientos',
  emptyHint: 'Los abonos y las ventas aparecerán aquí.',
  kinds: {
    deposit: 'Abono',
    reserve: 'Venta',
    capture: 'Venta terminada',
    release: 'Devuelto: venta rechazada',
    reverse: 'Devuelto: venta reversada',
    correction: 'Corrección',
    settlement_reserve: 'Retiro pedido',
    settlement_capture: 'Retiro pagado',
    settlement_release: 'Devuelto: retiro no pagado',
    settlement_return: 'Devuelto: retiro regresado por el banco',
  },
})
