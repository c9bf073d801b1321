import { searchOf, words } from '../search/search.ts'

const ofStore = { tipo: words, registro: words, quien: words, desde: words, hasta: words }

/** Of a store's page. `auditFilterOf` decides which of them apply, and how. */
export const storeAuditSearch = searchOf(ofStore)

/** Of the platform's page. */
export const auditSearch = searchOf({ ...ofStore, accion: words, comercio: words })
