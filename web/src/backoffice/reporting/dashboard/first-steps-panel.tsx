import { Stack, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { pages } from '../../../desk/navigation/navigation.ts'
import { PageLink } from '../../../desk/navigation/page-link.tsx'
import { Panel } from '../../../ui/parts/panel.tsx'
import { useWords } from '../../../ui/words/words.ts'
import classes from './dashboard.module.css'
import { useFirstSteps } from './first-steps.ts'
import { dashboardTexts } from './texts.ts'

/** For the owner of a new store: what is left to do until it sells. */
export function FirstStepsPanel({ storeId }: { storeId: string }) {
  const t = useWords(dashboardTexts)
  const steps = useFirstSteps(storeId)
  if (steps === null) return null
  return (
    <Panel title={t('firstSteps')} hint={t('firstStepsHint')} isGrown={false}>
      <Stack gap="md" component="ol" className={classes['steps'] ?? ''}>
        {steps.map(({ key, page, isDone }) => {
          const Icon = isDone ? IconCircleCheckFilled : IconCircle
          return (
            <li key={key} className={classes['step']} data-done={isDone || undefined}>
              <Icon size={24} aria-hidden="true" />
              <div>
                {isDone ? (
                  <Text fw={650}>
                    {t(`step.${key}`)} <span className={classes['stepDone']}>{t('stepDone')}</span>
                  </Text>
                ) : (
                  <PageLink to={pages[page].to} fw={650}>
                    {t(`step.${key}`)}
                  </PageLink>
                )}
                <Text size="sm" c="dimmed">
                  {t(`stepHint.${key}`)}
                </Text>
              </div>
            </li>
          )
        })}
      </Stack>
    </Panel>
  )
}
