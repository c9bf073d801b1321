/** The requested mode is impossible with these settings; the message lists everything that is missing. */
export class AggregatorMisconfigured extends Error {
  override readonly name = 'AggregatorMisconfigured'
}
