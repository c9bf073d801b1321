import { Readable } from 'node:stream'
import type { EventMessage } from './schema.ts'

/** Unread bytes that a stream may keep; after that nothing is looked up for it until it has been read. */
const keptBytes = 64 * 1024

/** What is sent in the form of server-sent events, to one client who reads as fast as it can. */
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
    // A client that goes away without a word is no fault of ours.
    this.readable.on('error', () => {})
  }

  get isFull(): boolean {
    return this.#isFull
  }

  /** Nothing can be said any more. */
  get isOver(): boolean {
    return this.#isClosed || this.readable.destroyed
  }

  /** The first thing said: whether the client has missed nothing since the event that it named. */
  ready(isResumed: boolean): void {
    this.#push(`retry: 3000\nevent: ready\ndata: ${JSON.stringify({ isResumed })}\n\n`)
  }

  tell({ id, type, at, merchantId, storeId, payload }: EventMessage): void {
    this.#push(`id: ${id}\ndata: ${JSON.stringify({ id, type, at, merchantId, storeId, payload })}\n\n`)
  }

  /** Keeps what lies between from closing a quiet connection; who has read nothing since the last one is let go. */
  beat(): void {
    if (this.#isFull && this.#isSluggish) this.readable.destroy()
    else if (this.#isFull) this.#isSluggish = true
    else if (!this.isOver) this.#push(': \n\n')
  }

  /** The last thing said, and why. */
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
