import { accent, brand, ink, Picture, paper } from './picture.tsx'

interface SceneProps {
  width?: number
}

/** An empty shelf. */
export function EmptyShelf(props: SceneProps) {
  return (
    <Picture tone="brand" {...props}>
      <path d="M44 36v88M156 36v88M44 66h112M44 102h112" />
      <rect x="58" y="44" width="20" height="22" rx="4" fill={accent} />
      <path d="M92 66V54a6 6 0 0 1 12 0v12" fill={paper} />
      <rect x="120" y="80" width="22" height="22" rx="4" fill={paper} />
      <path d="M131 80v22" />
      <path d="M62 92h26M62 84h14" strokeDasharray="1 8" />
      <path d="M32 124h136" />
    </Picture>
  )
}

/** An empty ticket. */
export function EmptyTicket(props: SceneProps) {
  return (
    <Picture tone="brand" {...props}>
      <path d="M68 24h64v96l-8-7-8 7-8-7-8 7-8-7-8 7-8-7-8 7z" fill={paper} />
      <path d="M82 44h36M82 60h24M82 76h30" strokeDasharray="1 8" />
      <circle cx="140" cy="42" r="16" fill={accent} />
      <path d="M140 35v14M133 42h14" />
    </Picture>
  )
}

export function EmptyTeam(props: SceneProps) {
  return (
    <Picture tone="brand" {...props}>
      <circle cx="100" cy="56" r="18" fill={paper} />
      <path d="M66 122c2-24 16-36 34-36s32 12 34 36z" fill={brand} />
      <circle cx="54" cy="70" r="12" strokeDasharray="1 7" />
      <path d="M32 118c2-16 10-24 22-24" strokeDasharray="1 7" />
      <circle cx="146" cy="70" r="12" strokeDasharray="1 7" />
      <path d="M168 118c-2-16-10-24-22-24" strokeDasharray="1 7" />
      <path d="M92 40c4-8 18-6 20 2" stroke={accent} strokeWidth="6" />
    </Picture>
  )
}

export function EmptyTill(props: SceneProps) {
  return (
    <Picture tone="brand" {...props}>
      <rect x="52" y="78" width="96" height="44" rx="8" fill={brand} />
      <path d="M84 100h32" stroke={paper} />
      <path d="M62 78l8-36h60l8 36" fill={paper} />
      <rect x="82" y="52" width="36" height="14" rx="4" fill={accent} />
      <path d="M34 122h132" />
    </Picture>
  )
}

export function EmptyShop(props: SceneProps) {
  return (
    <Picture tone="brand" {...props}>
      <path d="M52 62v60h96V62" fill={paper} />
      <path
        d="M48 34h104l8 26a10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0z"
        fill={brand}
      />
      <path d="M80 34h20v26a10 10 0 0 1-20 0zM120 34h16l4 26a10 10 0 0 1-20 0z" fill={accent} />
      <rect x="66" y="84" width="30" height="24" rx="3" />
      <path d="M110 122V86h24v36" />
      <path d="M32 122h136" />
    </Picture>
  )
}

export function EmptyPurse(props: SceneProps) {
  return (
    <Picture tone="brand" {...props}>
      <path d="M50 54h88a10 10 0 0 1 10 10v48a10 10 0 0 1-10 10H60a10 10 0 0 1-10-10z" fill={paper} />
      <path d="M50 54a10 10 0 0 1 10-12h70v12" fill={brand} />
      <path d="M148 78h-22a10 10 0 0 0 0 20h22z" fill={accent} />
      <circle cx="128" cy="88" r="1.5" fill={ink} />
      <path d="M66 74h30M66 90h22" strokeDasharray="1 8" />
    </Picture>
  )
}

export function EmptyBook(props: SceneProps) {
  return (
    <Picture tone="brand" {...props}>
      <path
        d="M100 44c-14-10-34-12-52-8v76c18-4 38-2 52 8 14-10 34-12 52-8V36c-18-4-38-2-52 8z"
        fill={paper}
      />
      <path d="M100 44v76" />
      <path d="M62 58c8-1 16 0 24 3M62 76c8-1 16 0 24 3M114 61c8-3 16-4 24-3" strokeDasharray="1 8" />
      <path d="M126 32v34l8-7 8 7V33" fill={accent} />
    </Picture>
  )
}

export function NothingFound(props: SceneProps) {
  return (
    <Picture tone="idle" {...props}>
      <circle cx="92" cy="66" r="34" fill={paper} />
      <path d="M118 92l28 28" strokeWidth="9" />
      <path d="M80 60l4 0M100 60l4 0" strokeWidth="5" />
      <path d="M80 82c6-7 18-7 24 0" />
    </Picture>
  )
}

/** An unplugged lamp: something did not load. */
export function Unplugged(props: SceneProps) {
  return (
    <Picture tone="bad" {...props}>
      <path d="M24 96c22 0 22-22 42-22" />
      <rect x="66" y="60" width="28" height="28" rx="7" fill={paper} />
      <path d="M94 67h12M94 81h12" strokeWidth="5" />
      <rect x="122" y="56" width="34" height="36" rx="9" fill={brand} />
      <path d="M134 68v0M134 80v0" stroke={paper} strokeWidth="6" />
      <path d="M156 74c14 0 14 20 26 20" />
      <path d="M112 44l-4-10M122 42l4-9M100 44l-8-7" stroke={accent} />
    </Picture>
  )
}

/** A street where the shop is missing: not found. */
export function LostShop(props: SceneProps) {
  return (
    <Picture tone="idle" {...props}>
      <path d="M30 122h140" />
      <path d="M62 122V62h76v60" strokeDasharray="1 8" />
      <path d="M58 40h84l6 20H52z" strokeDasharray="1 8" />
      <path d="M100 122V92" />
      <path d="M78 74h44l8 9-8 9H78z" fill={accent} />
      <path d="M92 83h12" />
    </Picture>
  )
}

export function ClosedLetter(props: SceneProps) {
  return (
    <Picture tone="idle" {...props}>
      <rect x="46" y="46" width="108" height="72" rx="8" fill={paper} />
      <path d="M48 52l52 40 52-40" />
      <circle cx="146" cy="110" r="17" fill={accent} />
      <path d="M140 104l12 12M152 104l-12 12" />
    </Picture>
  )
}
