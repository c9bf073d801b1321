import { Group, Pill } from '@mantine/core'
import { DayField } from '../../ui/fields/day-field.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { AuditSearch } from './audit-filter.ts'
import type { Narrowing } from './audit-list.tsx'
import { auditTexts } from './texts.ts'

export type AuditChanges = { [K in keyof AuditSearch]?: string | undefined }

interface Props {
  search: AuditSearch
  change: (changes: AuditChanges) => void
}

/** The parameters in the address that filter by what an entry offers. */
export const changesOf = (to: Narrowing): AuditChanges => ({
  ...('userId' in to && { quien: to.userId }),
  ...('merchantId' in to && { comercio: to.merchantId }),
  ...('entityId' in to && { tipo: to.entity, registro: to.entityId }),
})

/** The first and the last day of the entries. */
export function AuditDays({ search, change }: Props) {
  const t = useWords(auditTexts)
  return (
    <>
      <DayField label={t('from')} value={search.desde ?? ''} onDay={(day) => change({ desde: day })} />
      <DayField label={t('until')} value={search.hasta ?? ''} onDay={(day) => change({ hasta: day })} />
    </>
  )
}

/** The filters taken from an entry, each with a button to remove it. */
export function Narrowed({ search, change }: Props) {
  const t = useWords(auditTexts)
  const all = [
    ['quien', t('onePerson')],
    ['comercio', t('oneMerchant')],
    ['registro', t('oneRecord')],
  ] as const
  const given = all.filter(([key]) => search[key] !== undefined)
  if (given.length === 0) return null
  return (
    <Group mb="md" gap="sm">
      {given.map(([key, label]) => (
        <Pill
          key={key}
          size="md"
          withRemoveButton
          removeButtonProps={{ 'aria-label': t('remove', { what: label }) }}
          // A record is named with its kind, which not every page shows.
          onRemove={() => change({ [key]: undefined, ...(key === 'registro' && { tipo: undefined }) })}
        >
          {label}
        </Pill>
      ))}
    </Group>
  )
}
