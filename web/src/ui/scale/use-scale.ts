import { useEffect, useState } from 'react'
import { hasSerial } from '../device/serial-port.ts'
import { type ScaleFault, watchScale } from './scale-port.ts'
import { scaleProtocols } from './scale-protocols.ts'
import { useScaleSettings } from './scale-settings.ts'
import { type Weight, WeightWatch } from './weight-watch.ts'

/** Outside the component, because what was weighed stays on the scale after its screen has closed. */
const watch = new WeightWatch()
/** A weight is shown this long: later something else may be on the scale. */
const freshMs = 2_000

export interface Scale {
  /** `null`: this device has no scale, or it said nothing yet. */
  readonly weight: Weight | null
  readonly fault: ScaleFault | null
  /** Uses the weight: what lies on the scale cannot be taken again. */
  take(grams: number): void
}

/** Reads this device's scale while the component is mounted. */
export function useScale(): Scale {
  const { port, kind } = useScaleSettings()
  const [state, setState] = useState<Pick<Scale, 'weight' | 'fault'>>({ weight: null, fault: null })
  useEffect(() => {
    if (port === null || !hasSerial()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = watchScale(port, scaleProtocols[kind], {
      onReading: (reading) => {
        clearTimeout(timer)
        timer = setTimeout(() => setState({ weight: null, fault: 'silent' }), freshMs)
        setState({ weight: watch.see(reading, performance.now()), fault: null })
      },
      onFault: (fault) => setState({ weight: null, fault }),
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [port, kind])
  return { ...state, take: (grams) => watch.take(grams) }
}
