import { answer } from './client.ts'

export type FileFormat = 'csv' | 'xlsx'

/** A call of an export, made with `parseAs: 'blob'`. */
export type FileCall = Promise<{ data?: unknown; error?: unknown; response: Response }>

/**
 * Saves an exported file under the name that the server gave it.
 *
 * @throws ProblemError when the server refused · NoAnswer when no answer came
 */
export async function download(call: FileCall): Promise<void> {
  const file = (await answer(call)) as Blob
  const { response } = await call
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = nameOf(response.headers.get('content-disposition')) ?? ''
  link.click()
  // The browser needs the URL until it has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

function nameOf(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1]
}
