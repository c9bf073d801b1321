import type { DisplayMessage } from './display.ts'

// Windows of one browser. A display that opens asks, because the till speaks only when something changes.
const name = 'mostrador.customer-display'
const question = 'display?'

let till: BroadcastChannel | null = null
let last: DisplayMessage | null = null

/** Shows a message on the displays of this device, and on those that open later. */
export function showOnDisplays(message: DisplayMessage): void {
  last = message
  till ??= tillSide()
  till.postMessage(message)
}

function tillSide(): BroadcastChannel {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => {
    if (data === question) channel.postMessage(last)
  }
  return channel
}

/** Calls `show` with the till's last message and every later one, until the returned function is called. */
export function watchTill(show: (message: DisplayMessage) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => {
    // Another display asks as well.
    if (data !== question) show(data as DisplayMessage)
  }
  channel.postMessage(question)
  return () => channel.close()
}
