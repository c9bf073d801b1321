import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

interface Point {
  atMs: number
  value: number
}

const width = 640
const height = 160
const inset = 10

/** Positions in the box: time on the x axis; the y axis starts at zero, so that heights compare. */
function layOut(points: readonly Point[]) {
  const values = points.map((point) => point.value)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const floor = Math.min(0, low)
  const times = points.map((point) => point.atMs)
  const [start, end] = [Math.min(...times), Math.max(...times)]
  const across = (atMs: number) => (end === start ? width / 2 : ((atMs - start) / (end - start)) * width)
  const up = (value: number) =>
    high === floor ? height - inset : inset + (1 - (value - floor) / (high - floor)) * (height - inset)
  return { low, high, spots: points.map(({ atMs, value }) => ({ x: across(atMs), y: up(value) })) }
}

/** A value over time as a step area: each value lasts until the next. */
export function AreaChart(props: { points: readonly Point[]; format: (value: number) => string }) {
  const t = useWords(uiTexts)
  const { points, format } = props
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const { low, high, spots } = layOut(points)
  const line = spots.map(({ x, y }, n) => (n === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('')
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
    </svg>
  )
}
