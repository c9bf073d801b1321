import type { VasKind } from '@mostrador/client'

/** The till's four tabs, by their names in the address. */
export const tabKeys = ['productos', 'tae', 'servicios', 'pines'] as const
export type TabKey = (typeof tabKeys)[number]

export const tabOf = { airtime: 'tae', service: 'servicios', pin: 'pines' } as const satisfies Record<
  VasKind,
  TabKey
>
