import { answer } from './client.ts'

export type FileFormat = 'csv' | 'xlsx'

/** An export of the API, asked for with `parseAs: 'blob'`. */
export type FileCall = Promise<{ data?: unknown; error?: unknown; response: Response }>

/**
 * Saves what an export answers under the name that the server gave it.
 *
 * @throws ProblemError when the server refused · NoAnswer when nobody spoke
 */
export async function download(call: FileCall): Promise<void> {
  const file = (await answer(call)) as Blob
  const { response } = await call
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = nameOf(response.headers.get('content-disposition')) ?? ''
  link.click()
  // The browser has begun to read it by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

function nameOf(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1]
}
