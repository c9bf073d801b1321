import { record, searchOf } from '../../../desk/search/search.ts'

export const countsSearch = searchOf({ ver: record })
