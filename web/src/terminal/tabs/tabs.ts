import type { VasKind } from '@mostrador/client'

/** The four things that a till sells, as its addresses call them. */
export const tabKeys = ['productos', 'tae', 'servicios', 'pines'] as const
export type TabKey = (typeof tabKeys)[number]

export const tabOf = { airtime: 'tae', service: 'servicios', pin: 'pines' } as const satisfies Record<
  VasKind,
  TabKey
>
