/** Pixels, four bytes each. */
export interface PaperPicture {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** A logo is no taller than this on paper. */
const mostDotsHigh = 176
const part = 0.6

/** Loads a picture of this origin, at its size on paper; `null` when it cannot be had, as without a network. */
export async function loadPicture(url: string, paperDots: number): Promise<PaperPicture | null> {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    return null
  }
  const { naturalWidth, naturalHeight } = image
  const scale = Math.min((paperDots * part) / naturalWidth, mostDotsHigh / naturalHeight)
  const width = Math.max(8, Math.round((naturalWidth * scale) / 8) * 8)
  const height = Math.max(1, Math.round(naturalHeight * scale))
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (context === null) return null
  // Paper is white where a picture is transparent.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}
