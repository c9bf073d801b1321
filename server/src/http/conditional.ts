import type { RequestHeaders } from './headers.ts'
import type { Reply } from './route.ts'

/** Cached by the caller only, and revalidated before each use. */
const revalidated = 'private, no-cache'

/** The headers of an answer that has a version. */
export const versioned = (version: string, cacheControl = revalidated) => ({
  etag: `"${version}"`,
  'cache-control': cacheControl,
})

/** 304 for a caller who has this version (`If-None-Match`); otherwise the answer, which is then built. */
export async function unlessKnown(
  headers: RequestHeaders,
  version: string,
  answered: () => Reply | Promise<Reply>,
  cacheControl?: string,
): Promise<Reply> {
  const isKnown = versionsIn(headers['if-none-match']).some((known) => known === '*' || known === version)
  const reply = isKnown ? { status: 304 } : await answered()
  return { ...reply, headers: { ...reply.headers, ...versioned(version, cacheControl) } }
}

/** The versions that a change is limited to (`If-Match`); undefined: any. */
export function expectedVersions(headers: RequestHeaders): string[] | undefined {
  const expected = versionsIn(headers['if-match'])
  return expected.length === 0 || expected.includes('*') ? undefined : expected
}

/** The versions in a conditional header. A proxy that compresses may have weakened a tag. */
function versionsIn(header: string | undefined): string[] {
  return (header?.split(',') ?? []).map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'))
}
