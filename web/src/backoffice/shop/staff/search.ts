import { oneOf, searchOf, words } from '../../../desk/search/search.ts'

const records = 'fichas'

/** `fichas`: `baja` lists the records of people who have left; without it, those of people who work there. */
export const teamSearch = searchOf({ estado: oneOf([records]), fichas: oneOf(['baja']), q: words })
