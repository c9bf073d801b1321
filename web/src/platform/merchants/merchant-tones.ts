import type { Merchant } from '../../api/types.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'

export const merchantTones: Record<Merchant['status'], Tone> = {
  ACTIVE: 'good',
  SUSPENDED: 'bad',
  CLOSED: 'idle',
}
