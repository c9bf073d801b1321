import { record, searchOf } from '../../../desk/search/search.ts'

export const webhooksSearch = searchOf({ ver: record })
