import { Alert, Button, Text, Title } from '@mantine/core'
import type { VasProduct } from '@mostrador/client'
import { IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { Keypad } from '../../../ui/fields/keypad.tsx'
import { groupByFour } from '../../../ui/format/groups.ts'
import { useWords } from '../../../ui/words/words.ts'
import { BigField } from '../form/big-field.tsx'
import classes from '../form/sale-form.module.css'
import { isPaidUnasked } from '../rules/owed.ts'
import { compactReference, isNumeric, referenceFault } from '../rules/reference-rule.ts'
import { billTexts } from './texts.ts'
import type { DebtLookup } from './use-debt-lookup.ts'

interface Props {
  product: VasProduct
  reference: string
  lookup: DebtLookup
  onType: (reference: string) => void
}

/** The bill's reference, typed or scanned, and checked while typing. */
export function ReferenceStep({ product, reference, lookup, onType }: Props) {
  const t = useWords(billTexts)
  const rule = product.reference
  if (rule === null) return null
  const state = referenceFault(rule, reference)
  const isDone = state === null
  // A fault is shown as soon as it is certain, not while the reference is still being typed correctly.
  const fault =
    state === null || state === 'missing' || state === 'short'
      ? undefined
      : t(`referenceFault.${state}`, { max: rule.maxLength })
  const type = (typed: string) => onType(compactReference(typed).slice(0, rule.maxLength + 1))
  const help = rule.help.endsWith('.') ? rule.help : `${rule.help}.`
  const count = t('digits', { count: reference.length })
  return (
    <div className={classes['entry']} data-plain={!isNumeric(rule) || undefined}>
      <div className={classes['fields']}>
        <Title order={2}>{t('referenceTitle')}</Title>
        <BigField
          label={rule.label}
          value={groupByFour(reference)}
          isActive
          inputMode={isNumeric(rule) ? 'numeric' : 'text'}
          hint={reference === '' ? help : isDone ? `${t('referenceDone')} · ${count}` : `${count} · ${help}`}
          fault={fault}
          isDone={isDone}
          onType={type}
        />
        {rule.scannable && <Text c="dimmed">{t('scan')}</Text>}
        <div aria-live="polite">
          {lookup.isLookingUp && <Text>{t('lookingUp', { provider: product.provider.name })}</Text>}
          {lookup.fault !== null && <LookupFault product={product} lookup={lookup} />}
        </div>
      </div>
      {isNumeric(rule) && (
        <Keypad
          onDigit={(digit) => type(reference + digit)}
          onErase={() => type(reference.slice(0, -1))}
          onClear={() => type('')}
        />
      )}
    </div>
  )
}

/** Why the amount due is unknown, and what to do about it. */
function LookupFault({ product, lookup }: { product: VasProduct; lookup: DebtLookup }) {
  const t = useWords(billTexts)
  const words = useProblemWords()
  const provider = product.provider.name
  const { fault, error } = lookup
  if (fault === null) return null
  const isBad = fault === 'unknown' || fault === 'refused'
  const [title, hint] =
    fault === 'other'
      ? [words(error).title, words(error).hint]
      : fault === 'off'
        ? [t('off'), t(isPaidUnasked(product) ? 'offPartial' : 'offExact', { provider })]
        : [t(fault, { provider }), t(`${fault}Hint`)]
  return (
    <Alert
      icon={<IconInfoCircle size={20} />}
      color={isBad ? 'red' : 'cempasuchil'}
      variant="light"
      title={title}
    >
      {hint}
      {fault !== 'unknown' && fault !== 'refused' && !(fault === 'off' && isPaidUnasked(product)) && (
        <Button
          variant="default"
          size="md"
          mt="sm"
          display="block"
          leftSection={<IconRefresh size={18} />}
          onClick={lookup.lookUp}
        >
          {t('again')}
        </Button>
      )}
    </Alert>
  )
}
