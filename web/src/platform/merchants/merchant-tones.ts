import type { Merchant } from '@mostrador/client'
import type { Tone } from '../../ui/illustrations/picture.tsx'

export const merchantTones: Record<Merchant['status'], Tone> = {
  ACTIVE: 'good',
  SUSPENDED: 'bad',
  CLOSED: 'idle',
}
