/**
 * Files of lines that only grow, of any length: no more than a line and a block is in memory. Text after the last line break
 * is not a line: it was being written when the disk was full or the process died.
 */

import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Bytes that are read at a time. */
const blockBytes = 65_536
const lineBreak = 0x0a

/** The whole lines of the first bytes of a file, in their order. @param bytes absent: of all of it */
export async function* linesOf(file: string, bytes = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  if (bytes === 0) return
  let begun: Buffer[] = []
  for await (const block of createReadStream(file, { end: bytes - 1, highWaterMark: blockBytes })) {
    let from = 0
    for (let at = block.indexOf(lineBreak); at >= 0; at = block.indexOf(lineBreak, from)) {
      yield Buffer.concat([...begun, block.subarray(from, at)]).toString()
      begun = []
      from = at + 1
    }
    begun.push(block.subarray(from))
  }
}

/** The first whole line of a file. */
export async function firstLineOf(file: string): Promise<string | undefined> {
  for await (const line of linesOf(file)) return line
  return undefined
}

/** The last whole line of a file, read from its end. */
export async function lastLineOf(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r')
  try {
    const end = await endOfLines(handle)
    if (end === 0) return undefined
    const start = await afterLineBreak(handle, end - 1)
    const line = Buffer.alloc(end - 1 - start)
    await handle.read(line, 0, line.length, start)
    return line.toString()
  } finally {
    await handle.close()
  }
}

/** Where the last whole line of a file ends, its line break included. */
export async function endOfLines(handle: FileHandle): Promise<number> {
  return afterLineBreak(handle, (await handle.stat()).size)
}

/** The place after the last line break before `until`; the beginning of the file, when there is none. */
async function afterLineBreak(handle: FileHandle, until: number): Promise<number> {
  for (let end = until; end > 0; ) {
    const block = Buffer.alloc(Math.min(blockBytes, end))
    await handle.read(block, 0, block.length, end - block.length)
    const at = block.lastIndexOf(lineBreak)
    if (at >= 0) return end - block.length + at + 1
    end -= block.length
  }
  return 0
}
