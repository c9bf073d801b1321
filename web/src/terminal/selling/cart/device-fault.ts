/**
 * Why this device cannot do something offline: no storage, a chip's serial number, or an unknown tax rate.
 */
export type DeviceReason = 'storage' | 'chip' | 'tax'

export class DeviceFault extends Error {
  override readonly name = 'DeviceFault'
  readonly reason: DeviceReason

  constructor(reason: DeviceReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
