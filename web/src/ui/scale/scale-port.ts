import { grantedPort, type SerialPortId } from '../device/serial-port.ts'
import type { Reading, ScaleProtocol } from './scale-protocols.ts'

/** Why there is no weight. */
export type ScaleFault = 'not_found' | 'busy' | 'silent'

interface Told {
  onReading: (reading: Reading) => void
  onFault: (fault: ScaleFault) => void
}

const askEveryMs = 250
/** A scale that says nothing for this long is opened again. */
const silentMs = 4_000

/** Reads a scale, and finds it again after it was unplugged. @returns a function that stops reading */
export function watchScale(id: SerialPortId, protocol: ScaleProtocol, told: Told): () => void {
  const stop = new AbortController()
  void (async () => {
    while (!stop.signal.aborted) {
      const fault = await watchOnce(id, protocol, told, stop.signal)
      if (stop.signal.aborted) return
      told.onFault(fault)
      await pause(1_000, stop.signal)
    }
  })()
  return () => stop.abort()
}

async function watchOnce(
  id: SerialPortId,
  protocol: ScaleProtocol,
  { onReading }: Told,
  signal: AbortSignal,
): Promise<ScaleFault> {
  const port = await grantedPort(id).catch(() => undefined)
  if (port === undefined) return 'not_found'
  try {
    await port.open(protocol.port)
  } catch {
    return 'busy'
  }
  const stopAsking = askOften(port, protocol.asks)
  try {
    return await listen(port, protocol, onReading, signal)
  } finally {
    stopAsking()
    await port.close().catch(() => undefined)
  }
}

/** @returns a function that ends it, so that the port can be closed */
function askOften({ writable }: SerialPort, questions: readonly Uint8Array[]): () => void {
  if (writable === null || questions.length === 0) return () => undefined
  const writer = writable.getWriter()
  let count = 0
  const ask = () => {
    const question = questions[count++ % questions.length]
    if (question !== undefined) writer.write(question.slice()).catch(() => undefined)
  }
  ask()
  const timer = setInterval(ask, askEveryMs)
  return () => {
    clearInterval(timer)
    void writer.abort().catch(() => undefined)
    writer.releaseLock()
  }
}

async function listen(
  { readable }: SerialPort,
  { read }: ScaleProtocol,
  onReading: Told['onReading'],
  signal: AbortSignal,
): Promise<ScaleFault> {
  if (readable === null) return 'not_found'
  const reader = readable.getReader()
  const end = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', end, { once: true })
  let timer = setTimeout(end, silentMs)
  let heard = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return 'silent'
      heard += String.fromCharCode(...value)
      const { reading, rest } = read(heard)
      // Bounded, because a scale of another make never ends a message.
      heard = rest.slice(-200)
      if (reading === null) continue
      clearTimeout(timer)
      timer = setTimeout(end, silentMs)
      onReading(reading)
    }
  } catch {
    return 'not_found'
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    reader.releaseLock()
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
