import { Readable } from 'node:stream'
import type { EventMessage } from './schema.ts'

/** Maximum unread bytes of a stream; beyond this no events are read for it until the client catches up. */
const keptBytes = 64 * 1024

/** Writes server-sent events to one client, as fast as it reads. */
export class EventStream {
  readonly readable: Readable
  #isFull = false
  #isSluggish = false
  #isClosed = false
  #onRoom: () => void

  /** @param onRoom called when a stream that was full has been read */
  constructor(onRoom: () => void, onClose: () => void) {
    this.#onRoom = onRoom
    this.readable = new Readable({ highWaterMark: keptBytes, read: () => this.#read() })
    this.readable.on('close', onClose)
    // A client that disconnects without notice is not an error.
    this.readable.on('error', () => {})
  }

  get isFull(): boolean {
    return this.#isFull
  }

  /** The connection is closed; nothing can be sent. */
  get isOver(): boolean {
    return this.#isClosed || this.readable.destroyed
  }

  /** The first message: whether the client has missed nothing since the event that it named. */
  ready(isResumed: boolean): void {
    this.#push(`retry: 3000\nevent: ready\ndata: ${JSON.stringify({ isResumed })}\n\n`)
  }

  tell({ id, type, at, merchantId, storeId, payload }: EventMessage): void {
    this.#push(`id: ${id}\ndata: ${JSON.stringify({ id, type, at, merchantId, storeId, payload })}\n\n`)
  }

  /**
   * Keeps proxies from closing an idle connection; a client that has not read the previous one is
   * disconnected.
   */
  beat(): void {
    if (this.#isFull && this.#isSluggish) this.readable.destroy()
    else if (this.#isFull) this.#isSluggish = true
    else if (!this.isOver) this.#push(': \n\n')
  }

  /** The last message, with its reason. */
  close(reason: 'renew' | 'authority' | 'shutdown'): void {
    if (this.isOver) return
    this.#push(`event: closing\ndata: ${JSON.stringify({ reason })}\n\n`)
    this.#isClosed = true
    this.readable.push(null)
  }

  #push(text: string): void {
    if (!this.readable.push(text)) this.#isFull = true
  }

  #read(): void {
    if (!this.#isFull) return
    this.#isFull = false
    this.#isSluggish = false
    this.#onRoom()
  }
}
