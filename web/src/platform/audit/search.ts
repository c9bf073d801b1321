import { searchOf, words } from '../../desk/search/search.ts'

/** Which of them narrow anything, and by what, says `auditFilterOf`. */
export const auditSearch = searchOf({
  accion: words,
  tipo: words,
  registro: words,
  quien: words,
  comercio: words,
  desde: words,
  hasta: words,
})
