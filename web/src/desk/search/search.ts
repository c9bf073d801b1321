import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/** Reads one search parameter; `undefined` when it is missing or invalid. */
type Reader<T> = (given: unknown) => T | undefined
type Readers = Readonly<Record<string, Reader<unknown>>>
type Values<P extends Readers> = { readonly [K in keyof P]?: Exclude<ReturnType<P[K]>, undefined> }
type RawSearch = Readonly<Record<string, unknown>>

/** Reads a page's search parameters: keeps valid ones and drops the rest. */
export type Search<S> = (given: RawSearch) => S

/** Any text. A parameter typed by hand may arrive as a number. */
export const words: Reader<string> = (given) => {
  const text = typeof given === 'number' ? String(given) : given
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** One of a few values. */
export function oneOf<const V extends string>(values: readonly V[]): Reader<V> {
  return (given) => values.find((value) => value === given)
}

/** A day, `YYYY-MM-DD`. */
export const day: Reader<string> = (given) =>
  typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given))
    ? given
    : undefined

/** The id of a record. */
export const record: Reader<string> = (given) =>
  typeof given === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given) ? given : undefined

export function searchOf<P extends Readers>(readers: P): Search<Values<P>> {
  const read = (given: RawSearch) =>
    Object.fromEntries(
      Object.entries(readers)
        .map(([key, reader]) => [key, reader(given[key])] as const)
        .filter(([, value]) => value !== undefined),
    )
  return read as Search<Values<P>>
}

/** For a page without search parameters. */
export const noSearch = searchOf({})

/** For a list with a text search. */
export const listSearch = searchOf({ q: words })

/**
 * The search parameters of a page, or of a part of one. They are in the address so that they survive a reload
 * and can be shared. Setting a parameter to `undefined` or to an invalid value removes it.
 */
export function usePageSearch<S extends object>(read: Search<S>) {
  const given: RawSearch = useSearch({ strict: false })
  const search = useMemo(() => read(given), [read, given])
  const navigate = useNavigate()
  const change = useCallback(
    (changes: { readonly [K in keyof S]?: string | undefined }) => {
      const others = (before: RawSearch) =>
        Object.fromEntries(Object.entries(before).filter(([key]) => !Object.hasOwn(changes, key)))
      void navigate({
        to: '.',
        search: (before: RawSearch) => ({ ...others(before), ...read(changes) }),
        replace: true,
      })
    },
    [navigate, read],
  )
  return { search, change }
}
