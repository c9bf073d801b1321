import { Text, Title, UnstyledButton } from '@mantine/core'
import type { BillStatement, VasProduct } from '@mostrador/client'
import { formatCalendarDay, formatMonth } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { AmountField } from '../form/amount-field.tsx'
import { amountRule, byDueDate, isAmountOpen, isTooLate, type Owed } from '../rules/owed.ts'
import classes from './bills.module.css'
import { billTexts } from './texts.ts'
import { todayHere } from './use-debt-lookup.ts'

interface Props {
  product: VasProduct
  owed: Owed
  amountCentavos: number | null
  onPick: (statement: BillStatement) => void
  onAmount: (amountCentavos: number | null) => void
}

/** The amount due, if the biller says it, and how much of it to pay. */
export function AmountStep({ product, owed, amountCentavos, onPick, onAmount }: Props) {
  const t = useWords(billTexts)
  const isOpen = isAmountOpen(product, owed)
  return (
    <>
      <Title order={2} mb="md">
        {t('amountTitle')}
      </Title>
      {owed.by === 'lookup' && <Statements product={product} owed={owed} onPick={onPick} />}
      {isOpen ? (
        <AmountField
          // Reset the amount when the statement changes.
          key={owed.by === 'lookup' ? owed.statement.reference : 'paper'}
          product={product}
          owed={owed}
          rule={t(`rule.${amountRule(product, owed)}`, { provider: product.provider.name })}
          amountCentavos={amountCentavos}
          onAmount={onAmount}
        />
      ) : (
        <Text c="dimmed">{t('rule.exact', { provider: product.provider.name })}</Text>
      )}
    </>
  )
}

interface StatementsProps {
  product: VasProduct
  owed: Extract<Owed, { by: 'lookup' }>
  onPick: (statement: BillStatement) => void
}

function Statements({ product, owed, onPick }: StatementsProps) {
  const t = useWords(billTexts)
  const items = owed.quote.items.toSorted(byDueDate)
  const title = t('debts', { count: items.length })
  return (
    <section className={classes['debts']}>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <fieldset className={classes['statements']} aria-label={title}>
        {items.map((statement) => (
          <StatementTile
            key={statement.reference}
            product={product}
            statement={statement}
            isPicked={statement.reference === owed.statement.reference}
            onPick={() => onPick(statement)}
          />
        ))}
      </fieldset>
    </section>
  )
}

interface TileProps {
  product: VasProduct
  statement: BillStatement
  isPicked: boolean
  onPick: () => void
}

function StatementTile({ product, statement, isPicked, onPick }: TileProps) {
  const t = useWords(billTexts)
  const { dueOn } = statement
  const today = todayHere()
  const isBarred = isTooLate(product, statement, today)
  const isOverdue = dueOn !== null && dueOn < today
  const due = dueOn === null ? t('noDue') : t(isOverdue ? 'late' : 'due', { date: formatCalendarDay(dueOn) })
  return (
    <UnstyledButton
      className={classes['statement']}
      disabled={isBarred}
      aria-pressed={isPicked && !isBarred}
      onClick={onPick}
    >
      <span className={classes['about']}>
        <span className={classes['period']}>{t('period', { period: formatMonth(statement.reference) })}</span>
        <span className={classes['due']}>{due}</span>
      </span>
      {isBarred && <StatusChip tone="bad">{t('tooLate')}</StatusChip>}
      <strong className={classes['debt']}>{formatPesos(statement.amountCentavos)}</strong>
    </UnstyledButton>
  )
}
