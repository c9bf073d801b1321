import { Anchor, Center, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../ui/words/words.ts'
import { AuthFrame } from '../door/auth-frame.tsx'
import { entranceTexts } from './texts.ts'

/** The frame of a page that a mailed link opens, with the way back to the entrance. */
export function EntranceFrame(props: { title: string; hint: string; children?: ReactNode }) {
  const t = useWords(entranceTexts)
  return (
    <AuthFrame title={props.title} hint={props.hint}>
      <Stack gap="md">
        {props.children}
        <Center>
          <Anchor component={Link} to="/entrar" size="sm">
            {t('backToSignIn')}
          </Anchor>
        </Center>
      </Stack>
    </AuthFrame>
  )
}
