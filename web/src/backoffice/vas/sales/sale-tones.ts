import type { SaleStatus } from '../../../api/types.ts'
import type { Tone } from '../../../ui/illustrations/picture.tsx'

export const statusTones: Record<SaleStatus, Tone> = {
  PENDING: 'wait',
  COMPLETED: 'good',
  FAILED: 'bad',
  REVERSED: 'undone',
}
