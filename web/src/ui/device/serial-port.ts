/** What a browser tells about a granted port. Those of Bluetooth have no ids, and two of the same make have equal ones. */
export interface SerialPortId {
  readonly usbVendorId: number | null
  readonly usbProductId: number | null
}

export const hasSerial = (): boolean => 'serial' in navigator

/**
 * Lets the person choose a port, which the browser then remembers. `null` when none was chosen. Call it from a click.
 *
 * @throws DOMException when the browser refuses
 */
export async function chooseSerialPort(): Promise<SerialPortId | null> {
  try {
    return idOf(await navigator.serial.requestPort())
  } catch (error) {
    // The person closed the list.
    if (error instanceof DOMException && error.name === 'NotFoundError') return null
    throw error
  }
}

/** The chosen port, without asking; `undefined` when it is not plugged in, or no longer granted. */
export async function grantedPort(id: SerialPortId): Promise<SerialPort | undefined> {
  const ports = await navigator.serial.getPorts()
  return ports.find((port) => {
    const { usbVendorId, usbProductId } = idOf(port)
    return usbVendorId === id.usbVendorId && usbProductId === id.usbProductId
  })
}

function idOf(port: SerialPort): SerialPortId {
  const { usbVendorId, usbProductId } = port.getInfo()
  return { usbVendorId: usbVendorId ?? null, usbProductId: usbProductId ?? null }
}

/** A port's ids as they were stored; anything else is a port without ids. */
export function storedPort(stored: unknown): SerialPortId {
  const { usbVendorId, usbProductId } = Object(stored) as Record<string, unknown>
  return {
    usbVendorId: typeof usbVendorId === 'number' ? usbVendorId : null,
    usbProductId: typeof usbProductId === 'number' ? usbProductId : null,
  }
}
