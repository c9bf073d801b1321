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
  startedAt: 'began on {{when}}',
  finishedAt: 'ended on {{when}}',
  progress: '{{done}} of {{total}}',
  noSteps: 'No steps yet.',
  step: 'Step',
  started: 'Started',
  outcome: 'Outcome',
  running: 'Running',
  done: 'Done',
  services: {
    title: 'Services',
    hint: 'The catalog of top-ups, PINs and bills that comes from the provider.',
    sync: 'Synchronise catalog',
    syncTitle: 'Catalog of the provider',
    syncHint: 'It is synchronised every night. Do it now if a product is missing or a price changed.',
    providers: 'Providers',
    providersHint: 'How they answer now; what fails comes first.',
    noProviders: 'The catalog is empty: synchronise it.',
    products: 'Products: {{products}}',
    answers: { UP: 'Answers', DEGRADED: 'Slow or failing', DOWN: 'No answer' },
    health: 'State of the services',
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
