import type { FileCall, FileFormat } from '../../api/download.ts'

export interface ExportProps {
  /** Asks for the file, with `parseAs: 'blob'`. */
  load: (format: FileFormat) => FileCall
  /** What the file holds, where it is not what the page shows. */
  note?: string
  /** Why nothing can be exported, in words. */
  reason?: string | null | undefined
}
