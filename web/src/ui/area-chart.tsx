import { useTranslation } from 'react-i18next'

interface Point {
  label: string
  value: number
}

const width = 640
const height = 160
const inset = 8

/** Positions of the values in the box, oldest at the left; a flat series runs along the middle. */
function layOut(points: readonly Point[]) {
  const values = points.map((point) => point.value)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const span = high - low
  const at = (n: number) => (points.length === 1 ? width / 2 : (n / (points.length - 1)) * width)
  const up = (value: number) =>
    span === 0 ? height / 2 : inset + (1 - (value - low) / span) * (height - 2 * inset)
  return { low, high, spots: values.map((value, n) => ({ x: at(n), y: up(value) })) }
}

/** How a value went, as a step area: what it was stays until it changes. */
export function AreaChart(props: { points: readonly Point[]; format: (value: number) => string }) {
  const { t } = useTranslation()
  const { points, format } = props
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const { low, high, spots } = layOut(points)
  const line = spots.map(({ x, y }, n) => (n === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('')
  const end = spots.at(-1)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('chartSummary', {
        from: format(first.value),
        to: format(last.value),
        low: format(low),
        high: format(high),
      })}
    >
      <path d={`${line}V${height}H0Z`} fill="var(--picture-shade)" opacity="0.7" />
      <path d={line} fill="none" stroke="var(--brand)" strokeWidth="2.5" vectorEffect="non-scaling-stroke" />
      {end !== undefined && <circle cx={end.x - 3} cy={end.y} r="3.5" fill="var(--accent)" />}
    </svg>
  )
}
