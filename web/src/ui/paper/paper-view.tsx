import { renderSVG } from 'uqr'
import type { PaperBlock, PaperDocument } from './paper-document.ts'
import classes from './paper-view.module.css'

/** A label and its value that are longer get a line each: narrow paper has room for no more. */
const longestBeside = 30

/** Draws a paper: on the screen, and for the browser's printing. */
export function PaperView({ paper, lang }: { paper: PaperDocument; lang?: string }) {
  return (
    <div className={classes['paper']} lang={lang}>
      {runsOf(paper).map((run) =>
        'rows' in run ? (
          <Rows key={run.place} rows={run.rows} />
        ) : (
          <Block key={run.place} block={run.block} />
        ),
      )}
    </div>
  )
}

type Row = Extract<PaperBlock, { kind: 'row' }>
type OtherBlock = Exclude<PaperBlock, Row>

/** A block is known by its place: two may be equal, and a paper never changes. */
interface Place {
  readonly place: number
}
type Run = Place & ({ readonly rows: (Row & Place)[] } | { readonly block: OtherBlock })

/** Rows that follow each other are one list. */
function runsOf(paper: PaperDocument): Run[] {
  const runs: Run[] = []
  for (const [place, block] of paper.entries()) {
    const last = runs.at(-1)
    if (block.kind !== 'row') runs.push({ place, block })
    else if (last !== undefined && 'rows' in last) last.rows.push({ ...block, place })
    else runs.push({ place, rows: [{ ...block, place }] })
  }
  return runs
}

function Rows({ rows }: { rows: readonly (Row & Place)[] }) {
  return (
    <dl className={classes['rows']}>
      {rows.map(({ place, label, value, isTotal }) => (
        <div
          key={place}
          className={classes['row']}
          data-long={label.length + value.length > longestBeside || undefined}
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
