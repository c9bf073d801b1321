import { type ChipImportRun, isProblem, ProblemError } from '@mostrador/client'

/** One fault of one cell, as the server lists it. */
export interface CellFault {
  readonly row: number
  readonly column: string
  readonly field: string
  readonly code: string
  readonly firstRow?: number
}

/** The faults of a file: the first ones, or none of them thirty days later, and the number of all. */
export interface FileFaults {
  readonly cells: readonly CellFault[]
  readonly count: number
}

/** The faults that a refusal lists; `null` when it is about something else. */
export function fileFaultsOf(document: Readonly<Record<string, unknown>> | null): FileFaults | null {
  if (document?.['code'] !== 'chip_rows_invalid') return null
  const { rows, faultCount } = document
  const cells = Array.isArray(rows) ? rows.filter(isCellFault) : []
  return { cells, count: typeof faultCount === 'number' ? faultCount : cells.length }
}

/** The problem document of a refusal. */
export function documentOf(error: unknown): Readonly<Record<string, unknown>> | null {
  return isProblem(error) ? error.extras : null
}

/** The problem document with which a run ended. */
export function documentOfRun(run: ChipImportRun | undefined): Readonly<Record<string, unknown>> | null {
  // It has additional members for each code.
  return (run?.problem as Readonly<Record<string, unknown>> | null | undefined) ?? null
}

/** The error that a request gets with this document; a run keeps only the document. */
export function errorOf(document: Readonly<Record<string, unknown>> | null): ProblemError | null {
  return document === null ? null : new ProblemError(Number(document['status'] ?? 0), document)
}

function isCellFault(value: unknown): value is CellFault {
  if (typeof value !== 'object' || value === null) return false
  const fault = value as Record<string, unknown>
  return (
    typeof fault['row'] === 'number' &&
    typeof fault['column'] === 'string' &&
    typeof fault['code'] === 'string'
  )
}
