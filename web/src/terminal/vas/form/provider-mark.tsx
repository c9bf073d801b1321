interface Mark {
  color: string
  ink?: string
  letters: string
  /** Other names that people search for. */
  also?: string
}

/** Our own monograms in each provider's familiar color, without any third-party artwork. */
const marks: Record<string, Mark> = {
  telcel: { color: '#12448f', letters: 'Te' },
  movistar: { color: '#0b7c8c', letters: 'Mo' },
  atandt: { color: '#0a79b8', letters: 'AT' },
  unefon: { color: '#f2c21a', ink: '#2b2400', letters: 'Un' },
  virginmobile: { color: '#b5152b', letters: 'Vi' },
  bait: { color: '#c21b76', letters: 'Ba' },
  flashmobile: { color: '#d6571b', letters: 'Fl' },
  pillofon: { color: '#6d3b94', letters: 'Pi' },
  cfe: { color: '#00704a', letters: 'CFE', also: 'luz electricidad power electricity' },
  telmex: { color: '#1b57b0', letters: 'Tx', also: 'teléfono internet phone' },
  izzi: { color: '#c2185b', letters: 'Iz', also: 'internet cable teléfono phone' },
  totalplay: { color: '#4a2f8a', letters: 'Tp', also: 'internet televisión television' },
  megacable: { color: '#0b5e9e', letters: 'Mg', also: 'internet cable' },
  sky: { color: '#0d3f8f', letters: 'Sky', also: 'televisión cable television' },
  dish: { color: '#b3202c', letters: 'Di', also: 'televisión cable television' },
  naturgy: { color: '#f29111', ink: '#2b1a00', letters: 'Na', also: 'gas' },
  sacmexaguacdmx: { color: '#7a1f4b', letters: 'SA', also: 'agua water' },
  aguaydrenajedemonterrey: { color: '#0a6f9c', letters: 'AyD' },
  siapaguadalajara: { color: '#1d7fb3', letters: 'Si', also: 'agua water' },
  telcelinternetencasa: { color: '#12448f', letters: 'TC' },
  googleplay: { color: '#1a7f4b', letters: 'GP', also: 'android juegos games' },
  apple: { color: '#3a3f44', letters: 'Ap', also: 'app store itunes iphone' },
  netflix: { color: '#a8121c', letters: 'Nf', also: 'series películas movies' },
  spotify: { color: '#157a3f', letters: 'Sp', also: 'música music' },
  xbox: { color: '#0e6b0e', letters: 'Xb', also: 'juegos games' },
  playstationstore: { color: '#0a4aa3', letters: 'PS', also: 'juegos games' },
  nintendoeshop: { color: '#c4161c', letters: 'Ni', also: 'juegos games' },
  roblox: { color: '#2b2f33', letters: 'Rb', also: 'juegos games' },
  freefire: { color: '#c9541a', letters: 'FF', also: 'juegos games garena' },
  amazon: { color: '#f0a023', ink: '#2b1c00', letters: 'Az', also: 'tienda compras shopping' },
}

/** One outline for each position, so that providers differ by shape and not by color alone. */
const outlines = [
  'M24 2c12 0 22 10 22 22S36 46 24 46 2 36 2 24 12 2 24 2z',
  'M12 3h24a9 9 0 0 1 9 9v24a9 9 0 0 1-9 9H12a9 9 0 0 1-9-9V12a9 9 0 0 1 9-9z',
  'M21 3.5a6 6 0 0 1 6 0l14 8a6 6 0 0 1 3 5.2v14.6a6 6 0 0 1-3 5.2l-14 8a6 6 0 0 1-6 0l-14-8a6 6 0 0 1-3-5.2V16.7a6 6 0 0 1 3-5.2z',
  'M20 4.5a5.7 5.7 0 0 1 8 0L43.5 20a5.7 5.7 0 0 1 0 8L28 43.5a5.7 5.7 0 0 1-8 0L4.5 28a5.7 5.7 0 0 1 0-8z',
  'M24 2c14 0 22 8 22 22v17a5 5 0 0 1-5 5H24C10 46 2 38 2 24S10 2 24 2z',
  'M16 3h16l13 13v16L32 45H16L3 32V16z',
  'M7 2h34a5 5 0 0 1 5 5v17c0 14-8 22-22 22S2 38 2 24V7a5 5 0 0 1 5-5z',
  'M24 2l6 5 8-1 2 8 6 6-4 7 1 8-8 3-4 7-7-4-7 4-4-7-8-3 1-8-4-7 6-6 2-8 8 1z',
] as const

const keyOf = (slug: string) => slug.replaceAll(/[^a-z0-9]/g, '')

export function alsoCalled(slug: string): string {
  return marks[keyOf(slug)]?.also ?? ''
}

/** Sorts providers: well-known ones first, as shops expect, the others by name. */
export function byPopularity(a: { slug: string; name: string }, b: { slug: string; name: string }): number {
  const order = Object.keys(marks)
  const place = ({ slug }: { slug: string }) => order.indexOf(keyOf(slug)) + 1 || order.length + 1
  return place(a) - place(b) || a.name.localeCompare(b.name)
}

function markOf(slug: string, name: string): Mark & { outline: string } {
  const key = keyOf(slug)
  const known = marks[key]
  const place = Object.keys(marks).indexOf(key)
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  const outline = outlines[(place >= 0 ? place : sum) % outlines.length] ?? outlines[0]
  return known === undefined
    ? { color: `hsl(${(sum * 47) % 360} 45% 34%)`, letters: name.slice(0, 2), outline }
    : { ...known, outline }
}

export function ProviderMark(props: { slug: string; name: string; size?: number }) {
  const { slug, name, size = 56 } = props
  const { color, ink = '#ffffff', letters, outline } = markOf(slug, name)
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d={outline} fill={color} />
      <text
        x="24"
        y={letters.length > 2 ? 29.5 : 31}
        textAnchor="middle"
        fontSize={letters.length > 2 ? 14.5 : 19}
        fontWeight="750"
        letterSpacing="-0.5"
        fill={ink}
      >
        {letters}
      </text>
    </svg>
  )
}
