import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem/problem.ts'
import type { Upload } from './shapes.ts'

/** A form taken apart: `file` is the upload, every other field is text. */
export type Form = Readonly<Record<string, string | Upload>>

export type ReceiveForm = <T>(
  request: FastifyRequest,
  from: { readonly sender: string; readonly maxBytes: number },
  work: (form: Form) => Promise<T>,
) => Promise<T>

export interface FormLimits {
  /** Forms in memory; the next one is told to come back. */
  readonly maxAtOnce: number
  /** Of these, from one sender. */
  readonly maxOfSender: number
  /** How often a form is looked at, and what has to have come in between. */
  readonly tickMs: number
  readonly leastBytesPerTick: number
  /** A form that is not whole by then is not waited for. */
  readonly wholeMs: number
}

export const usualFormLimits: FormLimits = {
  maxAtOnce: 8,
  maxOfSender: 2,
  tickMs: 5_000,
  leastBytesPerTick: 4_096,
  // Before Node.js itself gives the request up, which it looks for every 30 seconds.
  wholeMs: 28_000,
}

/**
 * Takes forms with one file apart, a few at a time: their bytes stay in memory until `work` is done. A form that is
 * broken off, does not come on or cannot be read gives its place back then.
 *
 * @returns a function that throws Problem `unsupported_media_type` · `body_too_large` · `malformed_request` · `request_timeout` · `overloaded`
 */
export function createFormReceiver(limits: FormLimits): ReceiveForm {
  const held = new Map<string, number>()
  let total = 0
  const take = (sender: string) => {
    const own = held.get(sender) ?? 0
    if (own >= limits.maxOfSender) {
      const detail = `${own} files of yours are being received; send the next when one of them has arrived.`
      throw new Problem('overloaded', { detail, retryAfterSeconds: 5 })
    }
    if (total >= limits.maxAtOnce) throw new Problem('overloaded', { retryAfterSeconds: 5 })
    held.set(sender, own + 1)
    total++
  }
  const giveBack = (sender: string) => {
    const own = (held.get(sender) ?? 1) - 1
    if (own === 0) held.delete(sender)
    else held.set(sender, own)
    total--
  }
  return async (request, { sender, maxBytes }, work) => {
    if (!request.isMultipart())
      throw new Problem('unsupported_media_type', { detail: 'Send multipart/form-data.' })
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + overheadBytes) throw tooLarge(maxBytes)
    take(sender)
    try {
      return await work(await received(request, maxBytes, limits))
    } finally {
      giveBack(sender)
    }
  }
}

/** Boundaries, part headers and the text fields of a form. */
const overheadBytes = 64 * 1024

/**
 * The whole form, or the first that goes wrong with it. What reads a form may wait for ever for bytes of a connection
 * that ended before it began to read, so it is not waited for alone.
 */
async function received(request: FastifyRequest, maxBytes: number, limits: FormLimits): Promise<Form> {
  const { raw } = request
  const brokenOff = () =>
    new Problem('malformed_request', { detail: 'The connection ended before the form did.' })
  if (raw.destroyed || raw.socket.destroyed) throw brokenOff()
  let stopWatching = () => {}
  const trouble = new Promise<never>((_, reject) => {
    // It closes as well when all of it has been read.
    const onClose = () => raw.complete || reject(brokenOff())
    const stopTimer = watchProgress(request, limits, reject)
    raw.once('close', onClose)
    stopWatching = () => {
      raw.removeListener('close', onClose)
      stopTimer()
    }
  })
  const form = takeApart(request, maxBytes)
  // Whichever comes second has nobody left to hear it.
  form.catch(() => {})
  trouble.catch(() => {})
  try {
    return await Promise.race([form, trouble])
  } finally {
    stopWatching()
  }
}

/** @returns what ends the watch */
function watchProgress(
  { raw }: FastifyRequest,
  { tickMs, leastBytesPerTick, wholeMs }: FormLimits,
  giveUp: (problem: Problem) => void,
): () => void {
  const { socket } = raw
  const startedAt = performance.now()
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    // All of it is here, and only has to be read.
    if (raw.complete) return
    const came = socket.bytesRead - seen
    seen = socket.bytesRead
    if (came < leastBytesPerTick)
      giveUp(new Problem('request_timeout', { detail: 'The file did not come on. Send it again.' }))
    else if (performance.now() - startedAt > wholeMs)
      giveUp(new Problem('request_timeout', { detail: 'The file took too long to arrive. Send it again.' }))
  }, tickMs)
  return () => clearInterval(timer)
}

async function takeApart(request: FastifyRequest, maxBytes: number): Promise<Form> {
  const form = new Map<string, string | Upload>()
  const limits = { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 1_000, fieldNameSize: 100 }
  try {
    for await (const part of request.parts({ limits })) {
      if (form.has(part.fieldname)) throw new Problem('malformed_request', { detail: 'A field came twice.' })
      form.set(part.fieldname, part.type === 'file' ? await fileOf(part, maxBytes) : textOf(part))
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('malformed_request', { cause: error })
  }
  return Object.fromEntries(form)
}
async function fileOf(part: MultipartFile, maxBytes: number): Promise<Upload> {
  const bytes = await part.toBuffer()
  if (part.file.truncated) throw tooLarge(maxBytes)
  if (part.fieldname !== 'file')
    throw new Problem('malformed_request', { detail: 'Send the file in the field `file`.' })
  return { fileName: nameOf(part), bytes }
}

/** Without folders, which old browsers send, and without what could not be shown in one line. */
function nameOf(part: MultipartFile): string {
  const name = part.filename.split(/[/\\]/).at(-1) ?? ''
  return name.replaceAll(/\p{Cc}/gu, '').slice(0, 200) || 'file'
}

function textOf(part: MultipartValue): string {
  if (part.valueTruncated || typeof part.value !== 'string')
    throw new Problem('malformed_request', { detail: 'A field of the form is too long, or not text.' })
  return part.value
}

const tooLarge = (maxBytes: number) =>
  new Problem('body_too_large', { detail: `A file may have ${Math.floor(maxBytes / 1_000_000)} MB.` })
