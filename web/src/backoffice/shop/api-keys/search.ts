import { record, searchOf } from '../../../desk/search/search.ts'

export const apiKeysSearch = searchOf({ ver: record })
