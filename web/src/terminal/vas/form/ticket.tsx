import { Button, Text, UnstyledButton } from '@mantine/core'
import type { VasKind, VasProduct } from '@mostrador/client'
import { IconArrowRight, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { formatPesos } from '../../../ui/format/money.ts'
import { useWords } from '../../../ui/words/words.ts'
import { totalCentavos } from '../../selling/orders/order.ts'
import { chosenAmount, type Draft, type DraftPart } from '../../selling/vas/sale-machine.ts'
import { kindTexts } from '../../words/kind-texts.ts'
import { terminalTexts } from '../../words/texts.ts'
import { groupReference, useProductName } from '../paper/sale-words.ts'
import { ProviderMark } from './provider-mark.tsx'
import classes from './ticket.module.css'

interface Props {
  kind: VasKind
  draft: Draft
  /** Changes a chosen part; absent when it is too late to change. */
  onChange?: ((part: DraftPart) => void) | undefined
  onStartOver?: (() => void) | undefined
  action: string
  reason: string | null
  isBusy?: boolean
  onAction: () => void
}

/** The order so far, as its receipt will look. */
export function Ticket(props: Props) {
  const { kind, draft, onStartOver, action, reason, isBusy = false, onAction } = props
  const tKind = useWords(kindTexts)
  const t = useWords(terminalTexts)
  const id = useId()
  return (
    <aside className={classes['ticket']} aria-label={tKind(`${kind}.ticket`)}>
      <div className={classes['paper']}>
        <div className={classes['head']}>
          <Text fw={700} fz="lg">
            {tKind(`${kind}.ticket`)}
          </Text>
          {onStartOver !== undefined && draft.provider !== null && (
            <Button variant="subtle" color="gray" size="compact-sm" h={44} onClick={onStartOver}>
              {t('startOver')}
            </Button>
          )}
        </div>
        <Lines kind={kind} draft={draft} onChange={props.onChange} />
        <Sums draft={draft} />
      </div>
      <Button
        size="lg"
        h={62}
        fullWidth
        loading={isBusy}
        aria-disabled={reason !== null}
        aria-describedby={`${id}-reason`}
        {...(reason !== null && { 'data-disabled': true })}
        rightSection={<IconArrowRight size={22} aria-hidden="true" />}
        onClick={() => {
          if (reason === null) onAction()
        }}
      >
        {action}
      </Button>
      <p id={`${id}-reason`} className={classes['reason']}>
        {reason}
      </p>
    </aside>
  )
}

function Lines({ kind, draft, onChange }: Pick<Props, 'kind' | 'draft' | 'onChange'>) {
  const t = useWords(kindTexts)
  const { provider, product, reference } = draft
  const change = (part: DraftPart) => onChange && (() => onChange(part))
  if (provider === null) return <Text c="dimmed">{t(`${kind}.ticketEmpty`)}</Text>
  return (
    <>
      <Line label={t(`${kind}.provider`)} onChange={change('provider')}>
        <ProviderMark slug={provider.slug} name={provider.name} size={26} />
        {provider.name}
      </Line>
      {product !== null && <ProductLine product={product} onChange={change('product')} />}
      {reference !== '' && (
        <Line
          label={t(`${kind}.reference`)}
          // A phone number stays editable until it is confirmed; a bill's reference was replaced by the
          // amount.
          onChange={draft.owed === null ? undefined : change('reference')}
        >
          <span className="figures">{groupReference(kind, reference)}</span>
        </Line>
      )}
    </>
  )
}

function Line(props: { label: string; children: ReactNode; onChange?: (() => void) | undefined }) {
  const t = useWords(terminalTexts)
  return (
    <div className={classes['line']}>
      <div>
        <span className={classes['label']}>{props.label}</span>
        <span className={classes['value']}>{props.children}</span>
      </div>
      {props.onChange !== undefined && (
        <UnstyledButton
          className={classes['change']}
          aria-label={`${t('change')}: ${props.label}`}
          onClick={props.onChange}
        >
          <IconPencil size={19} stroke={1.7} />
        </UnstyledButton>
      )}
    </div>
  )
}

/** A biller's only product has the biller's name, so it gets no line. */
function ProductLine(props: { product: VasProduct; onChange: (() => void) | undefined }) {
  const t = useWords(terminalTexts)
  const name = useProductName(props.product)
  if (name === '') return null
  return (
    <Line label={t('line.product')} onChange={props.onChange}>
      {name}
    </Line>
  )
}

function Sums({ draft }: { draft: Draft }) {
  const t = useWords(terminalTexts)
  const { product } = draft
  const amountCentavos = chosenAmount(draft)
  if (product === null || amountCentavos === null) return null
  return (
    <dl className={classes['sums']}>
      {product.feeCentavos > 0 && (
        <>
          <div>
            <dt>{t('line.amount')}</dt>
            <dd>{formatPesos(amountCentavos)}</dd>
          </div>
          <div>
            <dt>{t('line.fee')}</dt>
            <dd>{formatPesos(product.feeCentavos)}</dd>
          </div>
        </>
      )}
      <div className={classes['total']}>
        <dt>{t('line.total')}</dt>
        <dd>{formatPesos(totalCentavos({ product, amountCentavos }))}</dd>
      </div>
    </dl>
  )
}
