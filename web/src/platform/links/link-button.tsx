import { notifications } from '@mantine/notifications'
import { isProblem } from '@mostrador/client'
import { useMutation } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useMissingPage } from '../../session/me/abilities.ts'
import { Modal } from '../../ui/layers/modal.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { ShownOnce } from '../../ui/parts/shown-once.tsx'
import { useWords } from '../../ui/words/words.ts'
import { linkTexts } from './texts.ts'

interface Props {
  label: string
  title: string
  hint: string
  /** Issues a one-time link, and returns its address. */
  issue: () => Promise<string | undefined>
  /** Words for a refusal that is special to this link. */
  faultOf: (error: Error) => string | undefined
}

/** Issues a one-time link to pass on, and shows it once. */
function LinkButton({ label, title, hint, issue, faultOf }: Props) {
  const words = useProblemWords()
  const barred = useMissingPage('roles')
  const link = useMutation({
    mutationFn: issue,
    // A token does not stay in memory after the dialog has closed.
    gcTime: 0,
    onError: (error) => notifications.show({ message: faultOf(error) ?? words(error).title, color: 'red' }),
  })
  return (
    <>
      <AllowedButton reason={barred} variant="subtle" loading={link.isPending} onClick={() => link.mutate()}>
        {label}
      </AllowedButton>
      {link.isSuccess && (
        <Modal opened onClose={link.reset} closeOnClickOutside={false} title={title}>
          <ShownOnce hint={hint} values={[{ label, value: link.data ?? '' }]} onClose={link.reset} />
        </Modal>
      )}
    </>
  )
}

/** A link for a new password, for somebody who is no administrator. */
export function PasswordLinkButton({ accountId, name }: { accountId: string; name: string }) {
  const t = useWords(linkTexts)
  return (
    <LinkButton
      label={t('passwordLink')}
      title={t('passwordLinkFor', { name })}
      hint={t('passwordLinkHint')}
      issue={async () =>
        (
          await answer(
            api.POST('/platform/accounts/{id}/password-resets', { params: { path: { id: accountId } } }),
          )
        ).url
      }
      faultOf={(error) => (isProblem(error, 'not_found') ? t('noPassword') : undefined)}
    />
  )
}

/** A new invitation for an owner who has not accepted the first. */
export function OwnerInviteButton({ merchantId, name }: { merchantId: string; name: string }) {
  const t = useWords(linkTexts)
  return (
    <LinkButton
      label={t('ownerInvite')}
      title={t('ownerInviteFor', { name })}
      hint={t('ownerInviteHint')}
      issue={async () =>
        (
          await answer(
            api.POST('/platform/merchants/{id}/owner-invites', { params: { path: { id: merchantId } } }),
          )
        ).invite?.url ?? undefined
      }
      faultOf={(error) => (isProblem(error, 'invalid_transition') ? t('hasJoined') : undefined)}
    />
  )
}
