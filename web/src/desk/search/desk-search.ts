import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export interface DeskSearch {
  /** What a list is searched for. */
  q?: string
  /** The state that a list is narrowed to. */
  estado?: string
  /** The day that a list is narrowed to, `YYYY-MM-DD`. */
  dia?: string
  /** The terminal that a list is narrowed to. */
  caja?: string
  /** Merchants of one verification only. */
  verificacion?: string
  /** What figures are of: the store in hand, or all of the person's. */
  tiendas?: string
  /** The category that a list is narrowed to. */
  categoria?: string
  /** Those of a list that need something. */
  filtro?: string
  /** By what figures are broken down. */
  por?: string
  /** The first and the last day of a period, `YYYY-MM-DD`. */
  desde?: string
  hasta?: string
  /** What a trail is narrowed to: the act, the kind of thing, the thing, the person, the merchant. */
  accion?: string
  tipo?: string
  registro?: string
  quien?: string
  comercio?: string
  /** The record that is open beside the list. */
  ver?: string
}

export function readDeskSearch(search: Record<string, unknown>): DeskSearch {
  const word = (key: keyof DeskSearch) =>
    typeof search[key] === 'string' && search[key] !== '' ? { [key]: search[key] } : {}
  return {
    ...word('q'),
    ...word('estado'),
    ...word('dia'),
    ...word('caja'),
    ...word('verificacion'),
    ...word('tiendas'),
    ...word('categoria'),
    ...word('filtro'),
    ...word('por'),
    ...word('desde'),
    ...word('hasta'),
    ...word('accion'),
    ...word('tipo'),
    ...word('registro'),
    ...word('quien'),
    ...word('comercio'),
    ...word('ver'),
  }
}

/** What a list is narrowed to lives in the address: it survives a reload and can be sent to somebody. */
export function useDeskSearch() {
  const search: DeskSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (changes: { [K in keyof DeskSearch]?: string | undefined }) =>
      void navigate({
        to: '.',
        search: (before: DeskSearch) => readDeskSearch({ ...before, ...changes }),
        replace: true,
      }),
    [navigate],
  )
  return { search, change }
}
