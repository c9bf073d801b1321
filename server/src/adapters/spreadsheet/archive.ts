import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { Problem } from '../../problem/problem.ts'
import { budget } from './budget.ts'

/** The parts of an .xlsx file, which is a zip archive; not unpacked yet. */
export interface Archive {
  has(name: string): boolean
  names(): readonly string[]
  /** Unpacks one part in pieces. @throws Problem `workbook_damaged` · `workbook_too_large` */
  part(name: string): AsyncIterable<Buffer>
}

/**
 * Reads only the central directory. A file whose parts claim more than the budget, or more than the file
 * could contain, is refused here, before unpacking.
 *
 * @throws Problem `workbook_damaged` · `workbook_too_large`
 */
export async function openArchive(file: Buffer): Promise<Archive> {
  const zip = await opened(file)
  const entries = await contents(zip)
  const sizes = [...entries.values()]
  const packed = sizes.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
  const unpacked = sizes.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  // Overlapping parts are how a small file unpacks to any size.
  if (packed > file.length) throw damaged()
  const isBomb = sizes.some(
    (entry) => entry.uncompressedSize > budget.ratio * entry.compressedSize + budget.ratioSlackBytes,
  )
  if (unpacked > budget.unpackedBytes || isBomb) {
    throw new Problem('workbook_too_large', { detail: 'The workbook is too large when unpacked.' })
  }
  // Part names of a package are case-insensitive.
  const find = (name: string) => entries.get(name.toLowerCase())
  return {
    has: (name) => find(name) !== undefined,
    names: () => [...entries.keys()],
    part: (name) => unpack(zip, find(name)),
  }
}

function opened(file: Buffer): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, validateEntrySizes: true, strictFileNames: true }
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(file, options, (error, zip) => (error ? reject(damaged(error)) : resolve(zip)))
  })
}

function contents(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  return new Promise((resolve, reject) => {
    zip.on('error', (error) => reject(damaged(error)))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: yauzl.Entry) => {
      const name = entry.fileName.toLowerCase()
      if (entries.has(name)) return reject(damaged())
      if (entries.size === budget.parts)
        return reject(new Problem('workbook_too_large', { detail: 'The workbook has too many parts.' }))
      entries.set(name, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

async function* unpack(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): AsyncGenerator<Buffer> {
  if (entry === undefined) throw damaged()
  let checksum = 0
  try {
    const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
      zip.openReadStream(entry, (error, source) => (error ? reject(error) : resolve(source)))
    })
    for await (const chunk of stream) {
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw error instanceof Problem ? error : damaged(error)
  }
  if (checksum !== entry.crc32) throw damaged()
}

export function damaged(cause?: unknown): Problem {
  return new Problem('workbook_damaged', {
    detail: 'Part of the file is missing or broken. Save it again, and send the new file.',
    cause,
  })
}
