import { Text } from '@mantine/core'
import type { VasReview, VasReviewDecision } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { formatDateTime, formatDistance } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Act, Given } from '../acts/act.ts'
import { type CaseFace, Queue } from './queue.tsx'
import { reviewCases } from './queue-queries.ts'
import { queueTexts } from './texts.ts'

type Decision = VasReviewDecision['decision']

export function ReviewQueue() {
  const t = useWords(queueTexts)
  const faceOf = useReviewFace()
  return (
    <Queue<VasReview>
      label={t('tab.revision')}
      hint={t('review.hint')}
      listing={useInfiniteQuery(reviewCases)}
      idOf={({ id }) => id}
      empty={{ title: t('review.empty'), hint: t('review.emptyHint') }}
      faceOf={faceOf}
      columns={[
        { accessor: 'folio', title: t('review.folio') },
        { accessor: 'merchant.name', title: t('merchant') },
        { accessor: 'product', title: t('review.product') },
        { accessor: 'provider', title: t('review.provider') },
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
        {
          accessor: 'expectedBy',
          title: t('review.expected'),
          render: ({ expectedBy }) => formatDistance(expectedBy),
        },
      ]}
    />
  )
}

const isPhase = (code: string): code is keyof typeof queueTexts.review.phases =>
  Object.hasOwn(queueTexts.review.phases, code)
const isIncident = (code: string): code is keyof typeof queueTexts.review.incidents =>
  Object.hasOwn(queueTexts.review.incidents, code)

/**
 * A sale in review is decided, and a completed one that the provider has refused since can be reversed; of any other, ended or
 * still open, only the incident is closed.
 */
export function useReviewFace(): (sale: VasReview) => CaseFace {
  const t = useWords(queueTexts)
  return (sale) => {
    const act = (decision: Decision, isDanger: boolean, further: Partial<Act> = {}): Act => ({
      key: decision,
      label: t(`review.decision.${decision}`),
      title: t('review.decisionTitle', { decision: t(`review.decision.${decision}`), folio: sale.folio }),
      hint: t(`review.decisionHint.${decision}`),
      isDanger,
      reason: { label: t('review.evidence'), isRequired: true, minLength: 5 },
      run: async ({ reason, answer: authorization }: Given) => {
        await answer(
          api.POST('/vas/ops/reviews/{id}/decision', {
            params: { path: { id: sale.id } },
            body: { decision, reason, ...(authorization !== '' && { authorization }) },
          }),
        )
        return t('review.told', { folio: sale.folio })
      },
      ...further,
    })
    const { phase, status, incident } = sale
    const isInReview = phase === 'REVIEW'
    return {
      title: `${t('review.folio')} ${sale.folio}`,
      chip: <StatusChip tone="wait">{t(isInReview ? 'review.waiting' : 'review.incident')}</StatusChip>,
      facts: [
        [t('merchant'), sale.merchant.name],
        [t('review.product'), sale.product],
        [t('review.provider'), sale.provider],
        [t('amount'), formatPesos(sale.amountCentavos)],
        [t('review.transaction'), sale.providerTransaction],
        [t('review.phase'), isPhase(phase) ? t(`review.phases.${phase}`) : phase],
        [
          t('review.incident'),
          incident !== null && isIncident(incident) ? t(`review.incidents.${incident}`) : incident,
        ],
        [t('since'), formatDateTime(sale.createdAt)],
        [t('review.expected'), formatDateTime(sale.expectedBy)],
      ],
      acts: !isInReview
        ? [
            act('CLOSED', false),
            ...(status === 'COMPLETED' && incident === 'contradicted' ? [act('REVERSED', true)] : []),
          ]
        : [
            act('COMPLETED', false, {
              barred: sale.kind === 'pin' ? t('review.pinByProvider') : null,
              ask: {
                label: t('review.authorization'),
                hint: t('review.authorizationHint'),
                isRequired: false,
                maxLength: 60,
              },
            }),
            act('FAILED', true),
          ],
    }
  }
}
