import { oneOf, searchOf, words } from '../../../desk/search/search.ts'

const records = 'fichas'

/** `fichas`: whose records are listed; those of people who work there, unless it says otherwise. */
export const teamSearch = searchOf({ estado: oneOf([records]), fichas: oneOf(['baja']), q: words })
