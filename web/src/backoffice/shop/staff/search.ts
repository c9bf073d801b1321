import { oneOf, searchOf, words } from '../../../desk/search/search.ts'

const records = 'fichas'

export const teamSearch = searchOf({ estado: oneOf([records]), q: words })
