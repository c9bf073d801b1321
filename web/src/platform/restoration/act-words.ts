import type { RestoredAct } from '@mostrador/client'
import { useActionWords } from '../../desk/audit/audit-list.tsx'
import { settingTexts } from '../../desk/settings/texts.ts'
import { meTexts } from '../../session/me/texts.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { useWords } from '../../ui/words/words.ts'
import { roleTexts } from '../roles/texts.ts'
import { giftOf, payoutOf } from './restored-acts.ts'
import { restorationTexts } from './texts.ts'

/** A lost act in words: what it did, about whom, where, and what it gave. */
export function useRestoredActWords() {
  const t = useWords(restorationTexts)
  const tRole = useWords(roleTexts)
  const tMe = useWords(meTexts)
  const tSetting = useWords(settingTexts)
  const actionWords = useActionWords()

  const whom = (act: RestoredAct): string => {
    const { action, subjectName, merchantName } = act
    const payout = payoutOf(act)
    if (payout !== undefined) {
      const amount = formatPesos(payout.amountCentavos)
      return payout.trackingKey === null ? amount : t('transfer', { amount, key: payout.trackingKey })
    }
    if (action === 'setting.changed' && subjectName !== null) {
      const key = subjectName.replaceAll('.', '_')
      return isOf(settingTexts.name, key) ? tSetting(`name.${key}`) : subjectName
    }
    return subjectName ?? merchantName ?? t('noSubject')
  }
  const gift = (act: RestoredAct): string | null => {
    const given = giftOf(act)
    switch (given?.kind) {
      case 'label':
        return isOf(roleTexts.label, given.label) ? tRole(`label.${given.label}`) : given.label
      case 'role':
        return isOf(meTexts.roleTitle, given.role) ? tMe(`roleTitle.${given.role}`) : given.role
      case 'value':
        if (typeof given.value === 'boolean') return given.value ? tSetting('on') : tSetting('off')
        return String(given.value)
      default:
        return null
    }
  }
  const where = (act: RestoredAct): string => {
    // Several payouts can have the same amount.
    const id = payoutOf(act) === undefined ? null : act.subjectName
    return [id, act.storeName, act.merchantName].filter((each) => each !== null).join(' · ')
  }

  return { what: (act: RestoredAct) => actionWords(act.action), whom, where, gift }
}

function isOf<T extends object>(texts: T, key: string): key is keyof T & string {
  return Object.hasOwn(texts, key)
}
