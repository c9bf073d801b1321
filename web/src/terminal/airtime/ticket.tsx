import { Button, Text, UnstyledButton } from '@mantine/core'
import { IconArrowRight, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { CatalogEntry } from '../../api/types.ts'
import { formatPesos } from '../../ui/money.ts'
import { groupPhone } from '../../ui/phone.ts'
import { amountCentavos, totalCentavos } from '../order.ts'
import type { Draft } from '../sale-machine.ts'
import { useTerminalWords } from '../words.ts'
import { CarrierMark } from './carrier-mark.tsx'
import { useProductName } from './product-grid.tsx'
import classes from './ticket.module.css'

interface Props {
  draft: Draft
  /** Reopens a part that is already chosen; absent: it is too late to change. */
  onChange?: ((part: 'carrier' | 'product' | 'number') => void) | undefined
  onStartOver?: (() => void) | undefined
  action: string
  reason: string | null
  onAction: () => void
  children?: ReactNode
}

/** The order so far, as the paper it will become. */
export function Ticket({ draft, onChange, onStartOver, action, reason, onAction, children }: Props) {
  const t = useTerminalWords()
  const id = useId()
  const { provider, product, digits } = draft
  return (
    <aside className={classes['ticket']} aria-label={t('ticket')}>
      <div className={classes['paper']}>
        <div className={classes['head']}>
          <Text fw={700} fz="lg">
            {t('ticket')}
          </Text>
          {onStartOver !== undefined && provider !== null && (
            <Button variant="subtle" color="gray" size="compact-sm" h={44} onClick={onStartOver}>
              {t('startOver')}
            </Button>
          )}
        </div>
        {provider === null ? (
          <Text c="dimmed">{t('ticketEmpty')}</Text>
        ) : (
          <Line label={t('line.carrier')} onChange={onChange && (() => onChange('carrier'))}>
            <CarrierMark slug={provider.slug} name={provider.name} size={26} />
            {provider.name}
          </Line>
        )}
        {product !== null && (
          <Line label={t('line.product')} onChange={onChange && (() => onChange('product'))}>
            <ProductName product={product} />
          </Line>
        )}
        {digits !== '' && (
          <Line label={t('line.number')}>
            <span className="figures">{groupPhone(digits)}</span>
          </Line>
        )}
        {product !== null && <Sums draft={draft} />}
        {children}
      </div>
      <Button
        size="lg"
        h={62}
        fullWidth
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

function Line(props: { label: string; children: ReactNode; onChange?: (() => void) | undefined }) {
  const t = useTerminalWords()
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

function ProductName({ product }: { product: CatalogEntry }) {
  return useProductName(product)
}

function Sums({ draft }: { draft: Draft }) {
  const t = useTerminalWords()
  const { product } = draft
  if (product === null) return null
  return (
    <dl className={classes['sums']}>
      {product.feeCentavos > 0 && (
        <>
          <div>
            <dt>{t('line.amount')}</dt>
            <dd>{formatPesos(amountCentavos(product))}</dd>
          </div>
          <div>
            <dt>{t('line.fee')}</dt>
            <dd>{formatPesos(product.feeCentavos)}</dd>
          </div>
        </>
      )}
      <div className={classes['total']}>
        <dt>{t('line.total')}</dt>
        <dd>{formatPesos(totalCentavos(product))}</dd>
      </div>
    </dl>
  )
}
