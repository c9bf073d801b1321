import type { FileCall, FileFormat } from '../../api/download.ts'

export interface ExportProps {
  /** Requests the file, with `parseAs: 'blob'`. */
  load: (format: FileFormat) => FileCall
  /** Describes the file's content when it differs from the page's. */
  note?: string | undefined
  /** Why nothing can be exported, in words. */
  reason?: string | null | undefined
}
