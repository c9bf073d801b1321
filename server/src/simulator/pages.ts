import { WireError } from './errors.ts'

/** One page of a list, with the headers that describe it. @throws WireError */
export function pageOf(items: readonly unknown[], query: URLSearchParams) {
  const perPage = positive(query.get('per_page'), 50)
  const page = positive(query.get('page'), 1)
  if (perPage > 100) throw new WireError('badRequest', 'per_page is at most 100')
  const pages = Math.ceil(items.length / perPage)
  const headers: Record<string, string> = {
    'x-total': String(items.length),
    'x-total-pages': String(pages),
    'x-per-page': String(perPage),
    'x-page': String(page),
  }
  if (page < pages) headers['x-next-page'] = String(page + 1)
  if (page > 1) headers['x-prev-page'] = String(page - 1)
  return { headers, body: items.slice((page - 1) * perPage, page * perPage) }
}

function positive(text: string | null, absent: number): number {
  if (text === null) return absent
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new WireError('badRequest', 'page and per_page count from 1')
  return value
}
