/** Why this device cannot do something without a network: there is no room to keep it, or only the server knows how. */
export type DeviceReason = 'storage' | 'chip' | 'tax'

export class DeviceFault extends Error {
  override readonly name = 'DeviceFault'
  readonly reason: DeviceReason

  constructor(reason: DeviceReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
