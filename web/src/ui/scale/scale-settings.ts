import { deviceSettings } from '../device/device-settings.ts'
import { type SerialPortId, storedPort } from '../device/serial-port.ts'
import { type ScaleKind, scaleProtocols } from './scale-protocols.ts'

export interface ScaleSettings {
  readonly kind: ScaleKind
  /** `null`: this device has no scale. */
  readonly port: SerialPortId | null
}

export const scaleKinds = Object.keys(scaleProtocols) as ScaleKind[]

export const { change: changeScaleSettings, useSettings: useScaleSettings } = deviceSettings<ScaleSettings>(
  'mostrador.scale',
  (stored) => ({
    kind: scaleKinds.find((each) => each === stored.kind) ?? 'torrey',
    port: stored.port == null ? null : storedPort(stored.port),
  }),
)
