import type { Tone } from '../../../ui/illustrations/picture.tsx'
import type { ChipStatus } from './queries.ts'

export const chipTones: Record<ChipStatus, Tone> = {
  IN_STOCK: 'good',
  SOLD: 'wait',
  ACTIVATED: 'brand',
  VOID: 'undone',
}
