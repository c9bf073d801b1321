const cream = '#fffaf0'
const marigold = '#f5a90a'
const deep = '#073f36'
const mid = '#167d6b'
const light = '#85c4b6'

const scallops = Array.from({ length: 9 }, (_, n) => ({
  left: 84 + n * 36,
  color: n % 3 === 1 ? marigold : n % 3 === 0 ? cream : '#d54f3f',
}))

function Awning() {
  return (
    <g>
      {scallops.map(({ left, color }) => (
        <path key={left} d={`M${left} 132h36v42a18 18 0 0 1-36 0z`} fill={color} />
      ))}
      <path d="M78 122h336v14H78z" fill={deep} />
    </g>
  )
}

function Shelves() {
  const jars = [0, 1, 2, 3, 4, 5]
  return (
    <g>
      <path d="M116 210h172v112H116z" fill={deep} />
      <path d="M116 262h172M116 318h172" stroke={light} strokeWidth="4" />
      {jars.map((n) => (
        <rect
          key={n}
          x={126 + n * 27}
          y={n % 2 === 0 ? 226 : 234}
          width="18"
          height={n % 2 === 0 ? 34 : 26}
          rx="4"
          fill={[marigold, cream, light, '#e98d82', cream, marigold][n]}
        />
      ))}
      {jars.slice(0, 5).map((n) => (
        <circle
          key={n}
          cx={138 + n * 32}
          cy="304"
          r="12"
          fill={[light, marigold, cream, '#e98d82', light][n]}
        />
      ))}
    </g>
  )
}

function Phone() {
  return (
    <g>
      <rect x="318" y="214" width="66" height="122" rx="13" fill={cream} />
      <rect x="325" y="226" width="52" height="92" rx="5" fill={mid} />
      <path
        d="M338 274l9 10 18-22"
        stroke={cream}
        strokeWidth="7"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M396 220c10 10 10 26 0 36M410 208c17 17 17 43 0 60"
        stroke={marigold}
        strokeWidth="6"
        fill="none"
        strokeLinecap="round"
      />
    </g>
  )
}

/** A storefront for the sign-in pages, always on the agave green. */
export function Storefront() {
  return (
    <svg viewBox="0 0 490 430" width="100%" aria-hidden="true" focusable="false" style={{ maxWidth: 520 }}>
      <circle cx="402" cy="84" r="44" fill={marigold} />
      <path d="M92 138h308v250H92z" fill={mid} />
      <path d="M150 84h190a10 10 0 0 1 10 10v32H140V94a10 10 0 0 1 10-10z" fill={deep} />
      <path
        d="M176 105h138"
        stroke={marigold}
        strokeWidth="8"
        strokeLinecap="round"
        strokeDasharray="34 18"
      />
      <Shelves />
      <Phone />
      <Awning />
      <path d="M68 338h356v22H68z" fill={cream} />
      <path d="M84 360h324v34H84z" fill={deep} />
      <path d="M112 377h60M194 377h104M320 377h60" stroke={mid} strokeWidth="5" strokeLinecap="round" />
      <path d="M30 394h430" stroke={light} strokeWidth="5" strokeLinecap="round" />
      <path
        d="M44 394v-46M44 356c-20-2-26-18-22-34 14 4 22 16 22 34zM44 366c16 0 24-14 24-30-14 2-24 14-24 30z"
        fill={light}
        stroke={light}
        strokeWidth="4"
        strokeLinejoin="round"
      />
    </svg>
  )
}
