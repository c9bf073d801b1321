import { useState } from 'react'
import classes from './logo.module.css'
import { useLook } from './look-store.ts'

/** The mark: an awning over a counter. */
export function LogoMark({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <rect width="48" height="48" rx="12" fill="#0d6657" />
      <path d="M11 12h26l3 10a5 5 0 0 1-10 0 6 6 0 0 1-12 0 5 5 0 0 1-10 0z" fill="#fffaf0" />
      <path d="M18 12h12v10a6 6 0 0 1-12 0z" fill="#f5a90a" />
      <path d="M9 33h30" stroke="#fffaf0" strokeWidth="5" strokeLinecap="round" />
    </svg>
  )
}

/** The product's logo or, in its place, the merchant's. */
export function Logo({ size = 36 }: { size?: number }) {
  const logoUrl = useLook()?.logoUrl ?? null
  const [broken, setBroken] = useState<string | null>(null)
  if (logoUrl !== null && logoUrl !== broken) {
    return (
      <img
        src={logoUrl}
        alt="Mostrador"
        className={classes['own']}
        style={{ height: size + 8 }}
        onError={() => setBroken(logoUrl)}
      />
    )
  }
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: size / 3.2 }}>
      <LogoMark size={size} />
      <span style={{ fontWeight: 750, fontSize: size * 0.58, letterSpacing: '-0.025em' }}>Mostrador</span>
    </span>
  )
}
