import type { Translated } from '../words/language.ts'
import type { scaleTexts } from './texts.ts'

export const scaleEnglish: Translated<typeof scaleTexts> = {
  title: 'Scale',
  hint: 'Connected to this device by USB or a serial port. Its weight appears when a product sold by the kilogram is chosen.',
  kind: 'Make',
  kinds: {
    torrey: 'Torrey PCR or L-PCR (USB)',
    lines: 'CAS, and others that send their weight by themselves',
    ecr: 'Cash register protocol (ECR)',
    toledo: 'Mettler Toledo 8217',
  },
  unsupported: 'This browser cannot. Use Chrome or Edge on a computer, or on Android.',
  choose: 'Choose the port',
  chosen: 'Port chosen',
  none: 'No scale',
  remove: 'Remove',
  now: 'Now',
  weight: '{{kilograms}} kg',
  steady: 'steady',
  moving: 'moving, empty or charged already',
  waiting: 'Waiting for the weight…',
  fault: {
    not_found: 'The scale is not found: see that it is switched on and plugged in.',
    busy: 'Another program is using the scale.',
    silent: 'The scale says nothing: check its make and its cable.',
  },
  take: 'Use {{kilograms}} kg',
  done: 'Done',
}
