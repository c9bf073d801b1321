import { isProblem } from '@mostrador/client'
import { answer, api } from '../../api/client.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { chosenLanguage } from '../../ui/words/language.ts'
import { useWords } from '../../ui/words/words.ts'
import type { Act } from '../acts/act.ts'
import { factorResetTexts } from './texts.ts'

/** Requests the removal of a lost second factor: of this person or, without one, by the e-mail that the dialog asks for. */
export function useResetAct(person?: { readonly name: string; readonly email: string }): Act {
  const t = useWords(factorResetTexts)
  return {
    key: 'reset',
    label: t(person === undefined ? 'askAnybody' : 'ask'),
    title: person === undefined ? t('askAnybodyTitle') : t('askTitle', { name: person.name }),
    hint: t('askHint'),
    isDanger: true,
    reason: { label: t('reason'), isRequired: true, minLength: 3 },
    ...(person === undefined && {
      ask: { label: t('email'), hint: t('emailHint'), isRequired: true, maxLength: 254 },
    }),
    faultOf: (error) => {
      if (isProblem(error, 'invalid_transition')) return t('waitsAlready')
      if (isProblem(error, 'second_factor_not_enrolled')) return t('hasNone')
      if (isProblem(error, 'not_found')) return t('unknown')
      return isProblem(error, 'forbidden') ? t('notYours') : undefined
    },
    run: async ({ reason, answer: typed }) => {
      const { takesEffectAt } = await answer(
        api.POST('/platform/second-factor-resets', {
          body: { email: person?.email ?? typed, reason },
          headers: { 'accept-language': chosenLanguage() },
        }),
      )
      return t('asked', { when: formatDateTime(takesEffectAt) })
    },
  }
}
