interface Listing {
  data: readonly { id: string; shiftId: string }[] | undefined
  isFetchedAfterMount: boolean
  isError: boolean
}

/**
 * The last order of a shift, by a list that was read since it was opened. What is kept from before does not have the sale
 * that was just made, and somebody would reprint the ticket of the one before it.
 */
export const lastOrderId = (
  { data, isFetchedAfterMount, isError }: Listing,
  shiftId: string | undefined,
): string | undefined =>
  isFetchedAfterMount && !isError ? data?.find((order) => order.shiftId === shiftId)?.id : undefined
