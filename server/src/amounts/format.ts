import type { Centavos } from './centavos.ts'

/** `$1,234.50`, the way Mexican tills print it; exact at any size. */
export function formatPesos(amount: Centavos): string {
  const magnitude = amount < 0n ? -amount : amount
  const pesos = (magnitude / 100n).toString().replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const cents = (magnitude % 100n).toString().padStart(2, '0')
  return `${amount < 0n ? '-' : ''}$${pesos}.${cents}`
}
