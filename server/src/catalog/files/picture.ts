/** The type of a picture, detected from its content; its name and its declared type are ignored. */
export interface Picture {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly width: number
  readonly height: number
}

/** Undefined when the bytes are not a complete PNG, JPEG or WebP picture. */
export function pictureOf(bytes: Buffer): Picture | undefined {
  try {
    return png(bytes) ?? jpeg(bytes) ?? webp(bytes)
  } catch (error) {
    // The data ends before the header does.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Chunk by chunk: IHDR first, IDAT after it, IEND last. */
function png(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return undefined
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  let hasData = false
  for (let at = 8; ; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    at += 12 + length
    if (at > bytes.length) return undefined
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') {
      if (!hasData || at !== bytes.length) return undefined
      return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    }
  }
}

/** Segment by segment to the frame header, which holds height and width; the picture ends with EOI. */
function jpeg(bytes: Buffer): Picture | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return undefined
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else {
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
      if (isFrame) {
        return {
          contentType: 'image/jpeg',
          width: bytes.readUInt16BE(at + 7),
          height: bytes.readUInt16BE(at + 5),
        }
      }
      // The data begins, or the picture ends, without a frame header.
      if (marker === 0xda || marker === 0xd9) return undefined
      at += 2 + bytes.readUInt16BE(at + 2)
    }
  }
}

/**
 * The RIFF container declares its length; its first chunk declares the picture's size in one of three ways.
 */
function webp(bytes: Buffer): Picture | undefined {
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  if (!isWebp || bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined
  const size = webpSize(bytes, bytes.toString('latin1', 12, 16))
  return size && { contentType: 'image/webp', ...size }
}

function webpSize(bytes: Buffer, chunk: string): { width: number; height: number } | undefined {
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8L' && bytes.readUInt8(20) === 0x2f) {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (chunk === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a)
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  return undefined
}
