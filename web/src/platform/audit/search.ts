import { searchOf, words } from '../../desk/search/search.ts'

/** `auditFilterOf` decides which of them apply, and how. */
export const auditSearch = searchOf({
  accion: words,
  tipo: words,
  registro: words,
  quien: words,
  comercio: words,
  desde: words,
  hasta: words,
})
