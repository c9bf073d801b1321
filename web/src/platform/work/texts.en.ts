import type { Translated } from '../../ui/words/language.ts'
import type { workTexts } from './texts.ts'

export const workEnglish: Translated<typeof workTexts> = {
  status: {
    QUEUED: 'Waiting',
    RUNNING: 'Running',
    SUCCEEDED: 'Done',
    FAILED: 'Failed',
    CANCELLED: 'Canceled',
  },
  attempts: 'Attempts: {{attempts}}',
  startedAt: 'started {{when}}',
  finishedAt: 'ended {{when}}',
  progress: '{{done}} of {{total}}',
  noSteps: 'No steps yet.',
  step: 'Step',
  started: 'Started',
  outcome: 'Outcome',
  running: 'Running',
  done: 'Done',
  services: {
    title: 'Services',
    hint: 'The provider’s catalog of top-ups, PINs and bills.',
    sync: 'Synchronize catalog',
    syncTitle: 'Provider catalog',
    syncHint: 'It is synchronized every night. Synchronize now if a product is missing or a price changed.',
    providers: 'Providers',
    providersHint: 'Current health, failing providers first.',
    noProviders: 'The catalog is empty: synchronize it.',
    products: 'Products: {{products}}',
    answers: { UP: 'Up', DEGRADED: 'Slow or failing', DOWN: 'Down' },
    health: 'Service health',
    healthHint: 'Sales of the last seven days across all merchants.',
    quiet: 'No sales in seven days',
    rate: '{{percent}} approved',
    status: {
      PENDING: 'In progress',
      COMPLETED: 'Approved',
      FAILED: 'Declined',
      REVERSED: 'Reversed',
    },
  },
}
