import type { VasKind } from '@mostrador/client'
import { accent, ink, Picture, paper, type Tone, toneColor } from '../../../ui/illustrations/picture.tsx'

/** The product, in the same place in every picture: a phone, a bill or a card. */
export function Thing({ kind, x = 72, children }: { kind: VasKind; x?: number; children?: React.ReactNode }) {
  return (
    <g transform={`translate(${x} 22)`}>
      {kind === 'airtime' && <Phone />}
      {kind === 'service' && <Bill />}
      {kind === 'pin' && <Card />}
      {children}
    </g>
  )
}

function Phone() {
  return (
    <>
      <rect width="58" height="104" rx="12" fill={paper} />
      <path d="M22 12h14" />
    </>
  )
}

function Bill() {
  return (
    <>
      <path d="M-4 2h66v102l-11-8-11 8-11-8-11 8-11-8-11 8z" fill={paper} />
      <path d="M8 18h22" strokeWidth="7" stroke={accent} />
    </>
  )
}

function Card() {
  return (
    <>
      <rect x="-14" y="22" width="86" height="62" rx="10" fill={paper} />
      <path d="M-14 40h86" strokeWidth="8" stroke={accent} />
    </>
  )
}

function Mark({ tone, cx, cy, children }: { tone: Tone; cx: number; cy: number; children: React.ReactNode }) {
  return (
    <g>
      <circle cx={cx} cy={cy} r="21" fill={toneColor(tone)} stroke="none" />
      <g stroke={paper} strokeWidth="5" transform={`translate(${cx} ${cy})`}>
        {children}
      </g>
    </g>
  )
}

function Approved({ kind }: { kind: VasKind }) {
  return (
    <Picture tone="good" width={220}>
      <Thing kind={kind}>
        <path d="M16 76h26M16 88h16" strokeDasharray="1 7" />
      </Thing>
      <path d="M142 40c9 9 9 25 0 34M154 30c15 15 15 39 0 54" stroke={accent} strokeWidth="5" />
      <path d="M58 40c-9 9-9 25 0 34M46 30c-15 15-15 39 0 54" stroke={accent} strokeWidth="5" />
      <Mark tone="good" cx={101} cy={64}>
        <path d="M-9 0l6 7L9-7" />
      </Mark>
    </Picture>
  )
}

function ApprovedPin() {
  return (
    // Small, because the PIN next to it matters more.
    <Picture tone="good" width={104}>
      <rect x="44" y="42" width="112" height="70" rx="12" fill={paper} />
      <path d="M44 62h112" strokeWidth="9" stroke={accent} />
      <path d="M62 88h1M76 88h1M90 88h1M104 88h1" strokeWidth="8" />
      <Mark tone="good" cx={146} cy={106}>
        <path d="M-9 0l6 7L9-7" />
      </Mark>
    </Picture>
  )
}

function Pending({ kind }: { kind: VasKind }) {
  return (
    <Picture tone="wait" width={220}>
      <Thing kind={kind} x={58}>
        {kind !== 'pin' && <path d="M16 42h26M16 56h26M16 70h14" strokeDasharray="1 7" />}
      </Thing>
      <g>
        <circle cx="134" cy="88" r="30" fill={accent} />
        <path d="M134 70v18l12 8" strokeWidth="5" />
      </g>
      <path d="M134 42h1M150 48h1M163 60h1" strokeWidth="7" stroke={toneColor('wait')} />
    </Picture>
  )
}

function Declined({ kind }: { kind: VasKind }) {
  return (
    <Picture tone="bad" width={220}>
      <Thing kind={kind} x={44} />
      <Mark tone="bad" cx={73} cy={70}>
        <path d="M-7-7L7 7M7-7L-7 7" />
      </Mark>
      <rect x="112" y="72" width="58" height="36" rx="6" fill={paper} />
      <circle cx="141" cy="90" r="9" fill={accent} />
      <path d="M160 58c-6-14-26-18-38-6M122 40v12h12" stroke={ink} />
    </Picture>
  )
}

function Reversed() {
  return (
    <Picture tone="undone" width={220}>
      <circle cx="100" cy="70" r="24" fill={accent} />
      <path d="M107 62c-3-5-14-5-14 1 0 7 14 4 14 11 0 6-11 6-14 1M100 54v4M100 82v4" />
      <path
        d="M54 78a47 47 0 0 1 82-38M146 62a47 47 0 0 1-82 38"
        stroke={toneColor('undone')}
        strokeWidth="6"
      />
      <path d="M138 22v20h-20M62 118V98h20" stroke={toneColor('undone')} strokeWidth="6" />
    </Picture>
  )
}

function NotAttempted() {
  return (
    <Picture tone="idle" width={220}>
      <path d="M50 56v66h100V56" fill={paper} />
      <path d="M46 30h108l6 22H40z" fill={accent} />
      <path d="M58 64h84v40H58z" fill={toneColor('idle')} stroke="none" opacity="0.25" />
      <path d="M58 66h84M58 78h84M58 90h84M58 102h84" />
      <path d="M30 122h140" />
      <circle cx="100" cy="108" r="3" fill={ink} />
    </Picture>
  )
}

const pictures = {
  APPROVED: Approved,
  APPROVED_PIN: ApprovedPin,
  PENDING: Pending,
  DECLINED: Declined,
  REVERSED: Reversed,
  NOT_ATTEMPTED: NotAttempted,
}

export type OutcomeVariant = keyof typeof pictures

/** One picture for each outcome of a sale. */
export function OutcomePicture({ variant, kind }: { variant: OutcomeVariant; kind: VasKind }) {
  const Scene = pictures[variant]
  return <Scene kind={kind} />
}
