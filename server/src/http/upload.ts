import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem/problem.ts'
import type { Upload } from './shapes.ts'

/** A parsed form: `file` is the upload, every other field is text. */
export type Form = Readonly<Record<string, string | Upload>>

/** Who sends a form: an account, or an address, and the merchants for which it may send one. */
export interface Sender {
  readonly id: string
  readonly merchantIds: readonly string[]
}

export type ReceiveForm = <T>(
  request: FastifyRequest,
  from: { readonly sender: Sender; readonly maxBytes: number },
  work: (form: Form) => Promise<T>,
) => Promise<T>

export interface FormLimits {
  /** Forms in memory; further ones are told to retry. */
  readonly maxAtOnce: number
  /** Of these, from one sender. */
  readonly maxOfSender: number
  /** Of these, for one merchant, from all its accounts together: they leave room for other merchants. */
  readonly maxOfMerchant: number
  /** How often a form is checked for progress, and the minimum progress in between. */
  readonly tickMs: number
  readonly leastBytesPerTick: number
  /** Maximum time for a complete form. */
  readonly wholeMs: number
}

export const usualFormLimits: FormLimits = {
  maxAtOnce: 8,
  maxOfSender: 2,
  maxOfMerchant: 4,
  tickMs: 5_000,
  leastBytesPerTick: 4_096,
  // Before Node.js itself gives the request up, which it checks every 30 seconds.
  wholeMs: 28_000,
}

/**
 * Parses forms with one file, a few at a time: their bytes stay in memory until `work` is done. An aborted,
 * stalled or unreadable form frees its slot.
 *
 * @returns a function that throws Problem `unsupported_media_type` · `body_too_large` · `malformed_request` ·
 * `request_timeout` · `overloaded`
 */
export function createFormReceiver(limits: FormLimits): ReceiveForm {
  /** The forms of each sender, and of each merchant. */
  const held = new Map<string, number>()
  let total = 0
  const add = (id: string, count: number) => {
    const sum = (held.get(id) ?? 0) + count
    if (sum === 0) held.delete(id)
    else held.set(id, sum)
  }
  const take = ({ id, merchantIds }: Sender) => {
    const own = held.get(id) ?? 0
    if (own >= limits.maxOfSender) {
      const detail = `${own} of your files are being received. Send the next one when one of them has arrived.`
      throw new Problem('overloaded', { detail, retryAfterSeconds: 5 })
    }
    if (merchantIds.some((each) => (held.get(each) ?? 0) >= limits.maxOfMerchant)) {
      const detail = `${limits.maxOfMerchant} files of your merchant are being received. Send yours when one of them has arrived.`
      throw new Problem('overloaded', { detail, retryAfterSeconds: 5 })
    }
    if (total >= limits.maxAtOnce) throw new Problem('overloaded', { retryAfterSeconds: 5 })
    for (const each of [id, ...merchantIds]) add(each, 1)
    total++
  }
  const giveBack = ({ id, merchantIds }: Sender) => {
    for (const each of [id, ...merchantIds]) add(each, -1)
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
 * The complete form, or its first fault. The parser may wait forever for bytes of a connection that ended
 * before parsing began, so it races with a watch.
 */
async function received(request: FastifyRequest, maxBytes: number, limits: FormLimits): Promise<Form> {
  const { raw } = request
  const brokenOff = () =>
    new Problem('malformed_request', { detail: 'The connection ended before the form did.' })
  if (raw.destroyed || raw.socket.destroyed) throw brokenOff()
  let stopWatching = () => {}
  const trouble = new Promise<never>((_, reject) => {
    // Also emitted when everything has been read.
    const onClose = () => raw.complete || reject(brokenOff())
    const stopTimer = watchProgress(request, limits, reject)
    raw.once('close', onClose)
    stopWatching = () => {
      raw.removeListener('close', onClose)
      stopTimer()
    }
  })
  const form = takeApart(request, maxBytes)
  // The later of the two has no listener left.
  form.catch(() => {})
  trouble.catch(() => {})
  try {
    return await Promise.race([form, trouble])
  } finally {
    stopWatching()
  }
}

/** @returns stops the watch */
function watchProgress(
  { raw }: FastifyRequest,
  { tickMs, leastBytesPerTick, wholeMs }: FormLimits,
  giveUp: (problem: Problem) => void,
): () => void {
  const { socket } = raw
  const startedAt = performance.now()
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    // All of it has arrived, and only has to be parsed.
    if (raw.complete) return
    const came = socket.bytesRead - seen
    seen = socket.bytesRead
    if (came < leastBytesPerTick)
      giveUp(new Problem('request_timeout', { detail: 'The upload stalled. Send the file again.' }))
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
      if (form.has(part.fieldname))
        throw new Problem('malformed_request', { detail: 'A field occurs twice.' })
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

/** Without folders, which old browsers send, and without characters that cannot be shown in one line. */
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
  new Problem('body_too_large', { detail: `A file may have up to ${Math.floor(maxBytes / 1_000_000)} MB.` })
