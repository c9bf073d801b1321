import { Button, Center, Group } from '@mantine/core'
import { LostShop, Unplugged } from '../illustrations/scenes.tsx'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'
import { EmptyState } from './states.tsx'

/** Replaces a screen that crashed. Sales live outside the screens and continue. */
export function FailureScreen() {
  const t = useWords(uiTexts)
  return (
    <Center mih="70vh" role="alert">
      <EmptyState
        picture={<Unplugged width={240} />}
        title={t('brokenTitle')}
        hint={t('brokenHint')}
        action={
          <Group>
            <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
            <Button variant="default" onClick={() => window.location.assign('/')}>
              {t('goHome')}
            </Button>
          </Group>
        }
      />
    </Center>
  )
}

export function NotFoundScreen() {
  const t = useWords(uiTexts)
  return (
    <Center mih="70vh">
      <EmptyState
        picture={<LostShop width={240} />}
        title={t('notFoundTitle')}
        hint={t('notFoundHint')}
        action={
          <Button component="a" href="/" variant="light">
            {t('goHome')}
          </Button>
        }
      />
    </Center>
  )
}
