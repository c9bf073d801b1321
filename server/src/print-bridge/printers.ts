import { open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'

/** Where bytes for a printer go: a socket of the local network, or a file such as `/dev/usb/lp0` or a Windows share. */
export type PrinterTarget =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'file'; readonly path: string }

/** What is asked for after the bytes. */
export interface WantedAnswer {
  readonly bytes: number
  readonly withinMs: number
}

/** The printer cannot be reached, or did not take the bytes. */
export class PrinterUnreachable extends Error {
  /** Whether it may have got a part. */
  readonly isBegun: boolean

  constructor(cause: unknown, isBegun: boolean) {
    super('the printer cannot be reached', { cause })
    this.isBegun = isBegun
  }
}

/** The port at which network printers take bytes as they are. */
const rawPort = 9100
const connectMs = 5_000
/** Without progress for this long, the bytes are not taken. */
const stalledMs = 15_000

/**
 * Reads `NAME=tcp://HOST[:PORT]` or `NAME=PATH`.
 *
 * @throws Error saying what is wrong
 */
export function readPrinter(text: string): [name: string, target: PrinterTarget] {
  const [, name = '', place = ''] = /^([\w-]{1,40})=(.+)$/.exec(text) ?? []
  if (name === '') throw new Error(`${text}: write a printer as NAME=tcp://HOST or NAME=FILE`)
  if (!place.startsWith('tcp:')) return [name, { kind: 'file', path: place }]
  const address = URL.canParse(place) ? new URL(place) : undefined
  if (address === undefined || address.hostname === '' || !['', '/'].includes(address.pathname))
    throw new Error(`${text}: write the address as tcp://192.168.1.87 or tcp://192.168.1.87:9100`)
  return [
    name,
    { kind: 'tcp', host: address.hostname.replace(/^\[|\]$/g, ''), port: Number(address.port || rawPort) },
  ]
}

/**
 * Sends bytes to a printer, and returns what it answers: fewer bytes than asked for, or none, if it says nothing in time
 * or cannot answer.
 *
 * @throws PrinterUnreachable
 */
export async function exchange(
  target: PrinterTarget,
  bytes: Uint8Array,
  wanted: WantedAnswer,
): Promise<Uint8Array> {
  return target.kind === 'tcp' ? overTcp(target, bytes, wanted) : intoFile(target.path, bytes)
}

/** A file is only written: reading a silent printer's would wait without end. */
async function intoFile(path: string, bytes: Uint8Array): Promise<Uint8Array> {
  const file = await open(path, 'w').catch((error: unknown) => {
    throw new PrinterUnreachable(error, false)
  })
  try {
    await file.writeFile(bytes)
  } catch (error) {
    throw new PrinterUnreachable(error, true)
  } finally {
    await file.close()
  }
  return new Uint8Array()
}

async function overTcp(
  { host, port }: { host: string; port: number },
  bytes: Uint8Array,
  wanted: WantedAnswer,
): Promise<Uint8Array> {
  const socket = connect({ host, port })
  try {
    await connected(socket)
    const answer = answered(socket, wanted.bytes)
    await written(socket, bytes)
    return await answer.within(wanted.withinMs)
  } finally {
    socket.destroySoon()
  }
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      socket.destroy()
      reject(new PrinterUnreachable(cause, false))
    }
    socket.setTimeout(connectMs, () => fail(new Error(`no connection within ${connectMs} ms`)))
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      socket.setTimeout(0)
      resolve()
    })
  })
}

/** Resolves when the printer's side has taken the bytes, as far as this machine can tell. */
function written(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      socket.destroy()
      reject(new PrinterUnreachable(cause, true))
    }
    socket.setTimeout(stalledMs, () => fail(new Error(`nothing was taken for ${stalledMs} ms`)))
    socket.once('error', fail)
    socket.write(bytes, (error) => {
      socket.setTimeout(0)
      if (error == null) resolve()
      else fail(error)
    })
  })
}

/** Collects what the printer says from now on. */
function answered(socket: Socket, count: number) {
  const heard: number[] = []
  let enough: () => void = () => undefined
  socket.on('data', (data) => {
    heard.push(...data)
    if (heard.length >= count) enough()
  })
  return {
    async within(ms: number): Promise<Uint8Array> {
      if (heard.length < count) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          enough = () => {
            clearTimeout(timer)
            resolve()
          }
          socket.once('close', () => enough())
        })
      }
      return Uint8Array.from(heard.slice(0, count))
    },
  }
}
