import { catalog } from '../../ui/words/words.ts'

export const roleTexts = catalog('role', {
  title: 'Roles',
  hint: 'Quién opera y administra la plataforma.',
  add: 'Dar un rol',
  person: 'Persona',
  role: 'Rol',
  label: { platformOperator: 'Operación', platformAdmin: 'Administración', distributor: 'Distribución' },
  labelHint: {
    platformOperator: 'Atiende comercios y consulta.',
    platformAdmin: 'Todo lo anterior, y además crea, suspende y configura.',
    distributor: 'Puede reclutar comercios. No da acceso a datos.',
  },
  merchants: 'Comercios',
  since: 'Desde',
  by: 'Lo dio',
  email: 'Correo de la cuenta',
  give: 'Dar rol',
  take: 'Quitar',
  takeSure: '¿Quitar el rol a {{name}}?',
  takeHint: 'Deja de tenerlo desde su siguiente clic.',
  empty: 'Sin roles',
  emptyHint: 'Da el primero a una cuenta que ya exista.',
  system: 'El sistema',
})
