/** Twice the largest size at which a product is shown, for dense screens. */
const longestSide = 480

/** A photo as it is kept: small, whatever a phone's camera made. `null` when the file is no picture. */
export async function smallPhoto(file: Blob): Promise<Blob | null> {
  const whole = await createImageBitmap(file).catch(() => null)
  if (whole === null) return null
  const scale = Math.min(1, longestSide / Math.max(whole.width, whole.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(whole.width * scale))
  canvas.height = Math.max(1, Math.round(whole.height * scale))
  canvas.getContext('2d')?.drawImage(whole, 0, 0, canvas.width, canvas.height)
  whole.close()
  // Browsers that cannot write WebP write PNG, which the server accepts too.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.82))
}
