import { Button, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBrandWhatsapp, IconCopy, IconMail, IconShare } from '@tabler/icons-react'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Modal } from '../../ui/layers/modal.tsx'
import { useWords } from '../../ui/words/words.ts'
import { FaultText } from '../words/fault-text.tsx'
import { shopTexts } from '../words/shop-texts.ts'
import type { MailReceipt } from './mail-receipt.ts'
import { whatsAppLink } from './whatsapp-link.ts'

interface Props {
  /** `null`: it is not final, and the server does not mail it. */
  mail: MailReceipt | null
  /** The receipt as text. */
  text: string
  onClose: () => void
}

const mailKey = ['mailReceipt'] as const

/** Sends a receipt to the customer: by WhatsApp from this device, by mail from the server, or as text. */
export function ShareDialog({ mail, text, onClose }: Props) {
  const t = useWords(shopTexts)
  const isMailing = useIsMutating({ mutationKey: mailKey }) > 0
  return (
    <Modal opened onClose={onClose} isSending={isMailing} size={460} title={t('share')}>
      <Stack>
        <WhatsApp text={text} onSent={onClose} />
        {mail !== null && <Mail mail={mail} onSent={onClose} />}
        <AsText text={text} onSent={onClose} />
      </Stack>
    </Modal>
  )
}

function WhatsApp({ text, onSent }: { text: string; onSent: () => void }) {
  const t = useWords(shopTexts)
  const [phone, setPhone] = useState('')
  const link = whatsAppLink(phone, text)
  return (
    <>
      <TextInput
        label={t('sharePhone')}
        description={t('sharePhoneHint')}
        type="tel"
        autoComplete="off"
        data-autofocus
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
        error={link === null ? t('sharePhoneFault') : undefined}
      />
      {link !== null && (
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          h={52}
          leftSection={<IconBrandWhatsapp size={20} />}
          onClick={onSent}
        >
          {t('shareWhatsApp')}
        </Button>
      )}
    </>
  )
}

function Mail({ mail, onSent }: { mail: MailReceipt; onSent: () => void }) {
  const t = useWords(shopTexts)
  const [email, setEmail] = useState('')
  const send = useMutation({
    mutationKey: mailKey,
    mutationFn: () => mail(email.trim()),
    onSuccess: () => {
      notifications.show({ message: t('shareMailed', { email: email.trim() }), color: 'agave' })
      onSent()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={t('shareEmail')}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <FaultText error={send.error} />
        <Button
          type="submit"
          variant="default"
          h={48}
          leftSection={<IconMail size={19} />}
          disabled={!/^\S+@\S+\.\S+$/.test(email.trim())}
          loading={send.isPending}
        >
          {t('shareMail')}
        </Button>
      </Stack>
    </form>
  )
}

function AsText({ text, onSent }: { text: string; onSent: () => void }) {
  const t = useWords(shopTexts)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    notifications.show({ message: t('shared'), color: 'agave' })
    onSent()
  }
  return (
    <Group grow>
      {'clipboard' in navigator && (
        <Button variant="subtle" h={48} leftSection={<IconCopy size={19} />} onClick={() => void copy()}>
          {t('shareCopy')}
        </Button>
      )}
      {'share' in navigator && (
        <Button
          variant="subtle"
          h={48}
          leftSection={<IconShare size={19} />}
          onClick={() => void navigator.share({ text }).catch(() => undefined)}
        >
          {t('shareOther')}
        </Button>
      )}
    </Group>
  )
}
