import { Stack, Text } from '@mantine/core'
import type { Dashboard } from '@mostrador/client'
import { PageLink } from '../../../desk/navigation/page-link.tsx'
import { navigationItem, useMe } from '../../../session/me/me.ts'
import { ClosedLetter } from '../../../ui/illustrations/scenes.tsx'
import { Panel } from '../../../ui/parts/panel.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import classes from './dashboard.module.css'
import { usePendingTasks } from './pending-tasks.ts'
import { dashboardTexts } from './texts.ts'

const linesShown = 3

/** The pending tasks, most urgent first, each linked to the page where it is handled. */
export function PendingTasksPanel({ dashboard }: { dashboard: Dashboard }) {
  const t = useWords(dashboardTexts)
  const me = useMe()
  const tasks = usePendingTasks(dashboard).filter(({ count }) => count > 0)
  return (
    <Panel title={t('waiting')}>
      {tasks.every(({ tone }) => tone === 'idle') && (
        <EmptyState
          picture={<ClosedLetter width={150} />}
          title={t('nothingWaits')}
          hint={t('nothingWaitsHint')}
        />
      )}
      <Stack gap="md">
        {tasks.map((task) => (
          <div key={task.key} className={classes['task']} data-tone={task.tone}>
            <span className={classes['icon']} aria-hidden="true">
              <task.icon size={20} stroke={1.8} />
            </span>
            <div>
              {navigationItem(me, task.page)?.isAllowed === true ? (
                <PageLink {...task.link} fw={650} c="inherit">
                  {task.title}
                </PageLink>
              ) : (
                <Text fw={650}>{task.title}</Text>
              )}
              {task.lines.slice(0, linesShown).map(({ id, text }) => (
                <Text key={id} size="sm" c="dimmed">
                  {text}
                </Text>
              ))}
              {task.count > linesShown && (
                <Text size="sm" c="dimmed">
                  {t('andMore', { count: task.count - linesShown })}
                </Text>
              )}
            </div>
          </div>
        ))}
      </Stack>
    </Panel>
  )
}
