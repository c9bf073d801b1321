import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem/problem.ts'
import type { Upload } from './shapes.ts'

/** A form taken apart: `file` is the upload, every other field is text. */
export type Form = Readonly<Record<string, string | Upload>>

export type ReceiveForm = <T>(
  request: FastifyRequest,
  maxBytes: number,
  work: (form: Form) => Promise<T>,
) => Promise<T>

/**
 * Takes forms with one file apart, a few at a time: their bytes stay in memory until `work` is done.
 *
 * @param maxAtOnce forms in memory; the next one is told to come back
 * @returns a function that throws Problem `unsupported_media_type` · `body_too_large` · `malformed_request` · `overloaded`
 */
export function createFormReceiver(maxAtOnce: number): ReceiveForm {
  let held = 0
  return async (request, maxBytes, work) => {
    if (!request.isMultipart())
      throw new Problem('unsupported_media_type', { detail: 'Send multipart/form-data.' })
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + overheadBytes) throw tooLarge(maxBytes)
    if (held >= maxAtOnce) throw new Problem('overloaded', { retryAfterSeconds: 5 })
    held++
    try {
      return await work(await takeApart(request, maxBytes))
    } finally {
      held--
    }
  }
}

/** Boundaries, part headers and the text fields of a form. */
const overheadBytes = 64 * 1024

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
