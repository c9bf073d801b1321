import { Alert, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { type ReactNode, useState } from 'react'
import type { pagesQuery } from '../../api/lists.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { Counted } from '../../ui/parts/counted.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Act } from '../acts/act.ts'
import type { Fact } from '../acts/facts.tsx'
import { MerchantPicker } from '../merchant-picker/merchant-picker.tsx'
import { type CaseFace, Queue } from './queue.tsx'
import type { Narrowing } from './queue-queries.ts'
import { queueTexts } from './texts.ts'
import { useCases } from './waiting.ts'

/** A merchant's money that waits for a decision of the platform. */
interface MoneyCase<S extends string> {
  id: string
  status: S
  merchant: { name: string }
  amountCentavos: number
}

/** One possible decision on a case. */
interface Decision<S extends string> {
  to: S
  label: string
  title: string
  hint: string
  /** It ends the case without paying: the merchant is told why. */
  isRefusal: boolean
  barred?: string | null
  ask?: NonNullable<Act['ask']>
  /** The message after the decision. */
  told: string
}

/** What differs between the kinds of money; the flow of their decisions is shared. */
export interface Declaration<T, S extends string> {
  label: string
  hint: string
  empty: { title: string; hint: string }
  statuses: Record<S, { tone: Tone; one: string; many: string }>
  opensWith: S
  /** The statuses in which a case waits for the platform, with a count each. */
  waitsIn: readonly S[]
  casesOf: (status: S, narrowing?: Narrowing) => ReturnType<typeof pagesQuery<T>>
  since: (row: T) => string
  /** Columns between the merchant and the amount. */
  columns: DataTableColumn<T>[]
  facts: (row: T) => Fact[]
  /** What blocks every other decision, in words. */
  warning?: (row: T) => string | null
  decisions: (row: T) => Decision<S>[]
  send: (row: T, to: S, given: { reason?: string; answer: string }) => Promise<unknown>
  body?: (row: T) => ReactNode
}

/** A queue of money, filtered by status, merchant or tracking key; a row opens its facts and decisions. */
export function DecisionQueue<T extends MoneyCase<S>, S extends string>({ of }: { of: Declaration<T, S> }) {
  const t = useWords(queueTexts)
  const [status, setStatus] = useState<S>(of.opensWith)
  const [narrowing, setNarrowing] = useState<Narrowing>({})
  const { merchantId, claveRastreo } = narrowing
  const isFound = claveRastreo !== undefined
  const isNarrowed = isFound || merchantId !== undefined
  return (
    <Stack gap="md">
      <Group align="end">
        <MerchantPicker
          label={t('merchant')}
          value={merchantId ?? null}
          onChange={(id) =>
            setNarrowing({ ...(id !== null && { merchantId: id }), ...(isFound && { claveRastreo }) })
          }
        />
        <SearchField
          label={t('trackingKey')}
          value={claveRastreo ?? ''}
          onSearch={(key) =>
            setNarrowing({
              ...(merchantId !== undefined && { merchantId }),
              ...(key !== '' && { claveRastreo: key }),
            })
          }
        />
      </Group>
      <Queue<T, S>
        label={of.label}
        hint={of.hint}
        {...(!isFound && { filter: { value: status, onChange: setStatus, options: statusesOf(of) } })}
        listing={useInfiniteQuery(of.casesOf(status, narrowing))}
        idOf={({ id }) => id}
        empty={isNarrowed ? { title: t('nothingFound'), hint: t('nothingFoundHint') } : of.empty}
        faceOf={(row) => faceOf(of, row, { reason: t('reason'), note: t('note') })}
        columns={[
          { accessor: 'merchant.name', title: t('merchant') },
          ...of.columns,
          {
            accessor: 'amountCentavos',
            title: t('amount'),
            textAlign: 'right',
            render: ({ amountCentavos }) => (
              <Text className="figures" fw={600}>
                {formatPesos(amountCentavos)}
              </Text>
            ),
          },
          { accessor: 'since', title: t('since'), render: (row) => formatDateTime(of.since(row)) },
          { accessor: 'status', title: t('status'), hidden: !isFound, render: (row) => chipOf(of, row) },
        ]}
      />
    </Stack>
  )
}

const statusesOf = <T, S extends string>(of: Declaration<T, S>) =>
  (Object.keys(of.statuses) as S[]).map((value) => ({
    value,
    label: of.waitsIn.includes(value) ? (
      <CountedCases label={of.statuses[value].many} cases={of.casesOf(value)} />
    ) : (
      of.statuses[value].many
    ),
  }))

function chipOf<T extends MoneyCase<S>, S extends string>(of: Declaration<T, S>, row: T): ReactNode {
  const { tone, one } = of.statuses[row.status]
  return <StatusChip tone={tone}>{one}</StatusChip>
}

interface CountedProps<T> {
  label: string
  cases: ReturnType<typeof pagesQuery<T>>
}

function CountedCases<T>({ label, cases }: CountedProps<T>) {
  return <Counted label={label} of={useCases(cases)} />
}

function faceOf<T extends MoneyCase<S>, S extends string>(
  of: Declaration<T, S>,
  row: T,
  words: { reason: string; note: string },
): CaseFace {
  const warning = of.warning?.(row) ?? null
  return {
    title: `${formatPesos(row.amountCentavos)} · ${row.merchant.name}`,
    chip: warning === null ? chipOf(of, row) : <Alert color="red">{warning}</Alert>,
    facts: of.facts(row),
    body: of.body?.(row),
    acts: of.decisions(row).map(({ to, told, isRefusal, ...further }) => ({
      ...further,
      key: to,
      isDanger: isRefusal,
      reason: {
        label: isRefusal ? words.reason : words.note,
        isRequired: isRefusal,
        minLength: 3,
      },
      run: async ({ reason, answer }) => {
        await of.send(row, to, { answer, ...(reason !== '' && { reason }) })
        return told
      },
    })),
  }
}
