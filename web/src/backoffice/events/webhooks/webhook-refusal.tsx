import { Alert } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { useActWords } from '../../../problems/problem-words.ts'
import { useWords } from '../../../ui/words/words.ts'
import { webhookTexts } from './texts.ts'
import type { DeliveryFault } from './webhooks-query.ts'

const targetFaults = [
  'not_a_url',
  'not_https',
  'credentials_in_url',
  'port_not_allowed',
  'not_public',
] as const satisfies readonly DeliveryFault[]

/** Why a webhook was not saved, and what is wrong with its address, unless a newer server has another reason. */
export function WebhookRefusal({ error }: { error: Error }) {
  const t = useWords(webhookTexts)
  const words = useActWords()
  const reason = isProblem(error, 'webhook_target_refused') ? error.extras['reason'] : undefined
  const fault = targetFaults.find((each) => each === reason)
  return (
    <Alert color="red" role="alert" title={words(error)}>
      {fault !== undefined && t(`faults.${fault}`)}
    </Alert>
  )
}
