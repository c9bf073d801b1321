/**
 * Why this device cannot do something: no storage; offline, a chip's serial number, an unknown tax rate, or a card or transfer
 * payment without its reference; a payment under way; or a line that the cart does not have any more. Also what a cart has lost
 * on its way back to the server: its discounts.
 */
export type DeviceReason = 'storage' | 'chip' | 'tax' | 'reference' | 'charging' | 'line' | 'discounts'

export class DeviceFault extends Error {
  override readonly name = 'DeviceFault'
  readonly reason: DeviceReason

  constructor(reason: DeviceReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
