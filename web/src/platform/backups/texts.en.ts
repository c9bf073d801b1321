import type { Translated } from '../../ui/words/language.ts'
import type { backupTexts } from './texts.ts'

export const backupsEnglish: Translated<typeof backupTexts> = {
  title: 'Backups',
  state: {
    off: 'No backups',
    missing: 'The first is missing',
    old: 'Overdue',
    behind: 'Changes not backed up',
    good: 'Up to date',
  },
  hint: {
    off: 'This server makes no backups. Ask whoever runs it whether they are made in another way.',
    missing: 'There is no complete backup yet. If this lasts an hour, tell whoever runs the server.',
    old: 'The last complete backup is more than a day old. Tell whoever runs the server.',
    behind:
      'The latest changes have not reached the backup. If this lasts a few minutes, tell whoever runs the server.',
    good: 'If the server is lost, everything up to the time shown can be recovered.',
  },
  last: 'Last complete backup',
  size: 'Size',
  until: 'Changes backed up until',
  waiting: 'Waiting to be sent',
}
