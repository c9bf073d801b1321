import { catalog } from '../../ui/words/words.ts'

export const merchantNameTexts = catalog('merchantName', { merchant: 'Negocio: {{merchant}}' })
