import type { FileCall, FileFormat } from '../api/download.ts'

export interface ExportProps {
  /** Asks for the file, with `parseAs: 'blob'`. */
  load: (format: FileFormat) => FileCall
  /** Why nothing can be exported, in words. */
  reason?: string | null | undefined
}
