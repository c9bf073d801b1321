import { catalog } from '../../../ui/words/words.ts'

export const terminalRecordTexts = catalog('terminalRecord', {
  title: 'Terminales',
  hint: 'Las cajas de la tienda. Habilita un equipo para cada una: ahí se entra con código de empleado y PIN.',
  add: 'Nueva terminal',
  edit: 'Editar terminal',
  name: 'Nombre',
  state: 'Estado',
  status: { ENABLED: 'Habilitada', DISABLED: 'Deshabilitada' },
  enabled: 'Se puede vender en ella',
  empty: 'Sin terminales',
  emptyHint: 'Nombra tus cajas (“Caja 1”, “Mostrador”, “Farmacia”) y después habilita el equipo de cada una.',
})
