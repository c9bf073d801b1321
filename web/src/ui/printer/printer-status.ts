import type { PrinterFaultReason } from './connection.ts'

/** Asks for the cause of being offline, and then for the paper: answered at once, even without paper. */
export const askStatus = Uint8Array.of(0x10, 0x04, 0x02, 0x10, 0x04, 0x04)
export const statusBytes = 2

/** Asks for the paper in the order of printing: the answer comes once everything sent before is printed. */
export const askPrinted = Uint8Array.of(0x1d, 0x72, 0x01)

/** A status byte has bits 1 and 4 set, and bits 0 and 7 clear. */
const isStatus = (byte: number | undefined): byte is number => byte !== undefined && (byte & 0x93) === 0x12

/** What keeps the printer from printing: `null` when nothing does, `silent` when it did not answer. */
export function statusOf(
  answer: Uint8Array,
): Extract<PrinterFaultReason, 'silent' | 'paper_out' | 'cover_open' | 'broken'> | null {
  const [offline, paper] = answer
  if (!isStatus(offline) || !isStatus(paper)) return 'silent'
  if ((offline & 0x04) !== 0) return 'cover_open'
  if ((paper & 0x60) !== 0) return 'paper_out'
  return (offline & 0x40) === 0 ? null : 'broken'
}

/** Whether the paper came out: the answer to `askPrinted`. */
export function printedOf(answer: Uint8Array): 'printed' | 'paper_out' | 'silent' {
  const [byte] = answer
  if (byte === undefined || (byte & 0x90) !== 0) return 'silent'
  return (byte & 0x0c) === 0 ? 'printed' : 'paper_out'
}
