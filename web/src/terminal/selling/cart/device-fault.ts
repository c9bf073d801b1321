/**
 * Why this device cannot do something: no storage; offline, a chip's serial number, an unknown tax rate, or a card or transfer
 * payment without its reference; or a payment under way.
 */
export type DeviceReason = 'storage' | 'chip' | 'tax' | 'reference' | 'charging'

export class DeviceFault extends Error {
  override readonly name = 'DeviceFault'
  readonly reason: DeviceReason

  constructor(reason: DeviceReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
