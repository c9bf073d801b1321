/** The size of a page, as a desk asks for it. */
export const pageSize = 50
/** The product reads one more row, which says whether another page follows. */
export const rowsRead = pageSize + 1
