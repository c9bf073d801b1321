import { renderSVG } from 'uqr'
import type { PaperBlock, PaperDocument } from './paper-document.ts'
import classes from './paper-view.module.css'

/** Longer values get a line of their own. */
const longestBeside = 22

/** Draws a paper: on the screen, and for the browser's printing. */
export function PaperView({ paper, lang }: { paper: PaperDocument; lang?: string }) {
  return (
    <div className={classes['paper']} lang={lang}>
      {runsOf(paper).map((run, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: Two parts may be equal, and a paper never changes.
        'rows' in run ? <Rows key={place} rows={run.rows} /> : <Block key={place} block={run.block} />,
      )}
    </div>
  )
}

type Row = Extract<PaperBlock, { kind: 'row' }>
type OtherBlock = Exclude<PaperBlock, Row>

/** Rows that follow each other are one list. */
function runsOf(paper: PaperDocument): ({ rows: Row[] } | { block: OtherBlock })[] {
  const runs: ({ rows: Row[] } | { block: OtherBlock })[] = []
  for (const block of paper) {
    const last = runs.at(-1)
    if (block.kind !== 'row') runs.push({ block })
    else if (last !== undefined && 'rows' in last) last.rows.push(block)
    else runs.push({ rows: [block] })
  }
  return runs
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className={classes['rows']}>
      {rows.map(({ label, value, isTotal }, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: Two rows may be equal, and a paper never changes.
          key={place}
          className={classes['row']}
          data-long={value.length > longestBeside || undefined}
          data-total={isTotal === true || undefined}
        >
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Block({ block }: { block: OtherBlock }) {
  switch (block.kind) {
    case 'text':
      return (
        <p className={classes['text']} data-look={block.look}>
          {block.text}
        </p>
      )
    case 'code':
      return (
        <div className={classes['code']}>
          {block.label}
          <strong>{block.value}</strong>
        </div>
      )
    case 'rule':
      return <hr className={classes['rule']} />
    case 'picture':
      return <img className={classes['picture']} src={block.url} alt="" />
    case 'qr':
      return (
        <img
          className={classes['qr']}
          alt=""
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(block.data, { border: 1 }))}`}
        />
      )
  }
}
