import { type PrinterConnection, PrinterFault, type PrinterFaultReason, takesMs } from './connection.ts'
import type { BridgePrinterId } from './printer-settings.ts'

/** Where `mostrador print-bridge` listens. */
export const usualBridgePort = 9180

type Paired = Pick<BridgePrinterId, 'port' | 'code'>

/** What the bridge answers when it refuses or fails, by its code. */
const reasons: Readonly<Record<string, PrinterFaultReason>> = {
  wrong_origin: 'unpaired',
  wrong_token: 'unpaired',
  unknown_printer: 'not_found',
  printer_unreachable: 'silent',
  printer_stopped: 'silent',
}

/** The printers of the bridge on this computer. @throws PrinterFault */
export async function bridgePrinters(paired: Paired): Promise<readonly string[]> {
  const answer = await ask(paired, '/printers', {}, 5_000)
  const { printers } = (await answer.json()) as { printers: readonly string[] }
  return printers
}

/** A printer of the bridge. Its connection is opened for each exchange, by the bridge. */
export function bridgePrinter({ printer, ...paired }: BridgePrinterId): PrinterConnection {
  return {
    async exchange(bytes, { answerBytes, withinMs }) {
      const query = new URLSearchParams({
        printer,
        answerBytes: String(answerBytes),
        withinMs: String(Math.round(withinMs)),
      })
      const sent = { method: 'POST', body: bytes.slice() }
      // Twice as long as the bridge itself waits for the printer.
      const answer = await ask(paired, `/exchange?${query}`, sent, 2 * takesMs(bytes) + withinMs + 30_000)
      return new Uint8Array(await answer.arrayBuffer())
    },
    close: async () => undefined,
  }
}

async function ask(
  { port, code }: Paired,
  path: string,
  init: RequestInit,
  forMs: number,
): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${code}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(forMs),
    })
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    // Without an answer nobody knows how far it came.
    throw new PrinterFault(isLate ? 'silent' : 'no_bridge', { isBegun: isLate, cause: error })
  }
  if (answer.ok) return answer
  const { code: refusal = '' } = (await answer.json().catch(() => ({}))) as { code?: string }
  throw new PrinterFault(reasons[refusal] ?? 'broken', { isBegun: refusal === 'printer_stopped' })
}
