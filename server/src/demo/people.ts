import type { Label } from '../authorization/access.ts'
import type { StoreRole } from '../authorization/matrix.ts'

export const demoPassword = 'mostrador-demo-2026'
/** The PIN of every employee with a code. */
export const demoPin = '274915'

export type DemoMerchant = 'abarrotes' | 'papeleria'

export interface DemoPerson {
  readonly email: string
  readonly name: string
  /** How the greeting describes them. */
  readonly role: string
  readonly label?: Label
  readonly owns?: DemoMerchant
  readonly works?: {
    readonly merchant: DemoMerchant
    readonly role: StoreRole
    /** Their employee code at a terminal. */
    readonly code: string
    /** Has an open shift from the start. */
    readonly hasShift?: boolean
  }
}

const at = (name: string) => `${name}@demo.mostrador.test`

/** Everybody who can sign in to the demo, each with a different view of it. */
export const demoPeople: readonly DemoPerson[] = [
  { email: at('admin'), name: 'Adriana Domínguez', role: 'platform administrator', label: 'platformAdmin' },
  { email: at('operator'), name: 'Óscar Peralta', role: 'platform operator', label: 'platformOperator' },
  {
    email: at('owner'),
    name: 'Olivia Herrera',
    role: 'owns Abarrotes La Esperanza (two stores)',
    owns: 'abarrotes',
  },
  {
    email: at('manager'),
    name: 'Mario Gutiérrez',
    role: 'manager',
    works: { merchant: 'abarrotes', role: 'manager', code: '1001' },
  },
  {
    email: at('supervisor'),
    name: 'Sofía Ramírez',
    role: 'supervisor',
    works: { merchant: 'abarrotes', role: 'supervisor', code: '1002' },
  },
  {
    email: at('cashier'),
    name: 'Carla Méndez',
    role: 'cashier',
    works: { merchant: 'abarrotes', role: 'cashier', code: '1003', hasShift: true },
  },
  {
    email: at('cashier2'),
    name: 'César Ortega',
    role: 'cashier of the same store',
    works: { merchant: 'abarrotes', role: 'cashier', code: '1004' },
  },
  {
    email: at('owner2'),
    name: 'Pedro Salinas',
    role: 'owns Papelería El Lápiz, another merchant',
    owns: 'papeleria',
  },
  {
    email: at('cashier3'),
    name: 'Paola Nava',
    role: 'cashier of the other merchant',
    works: { merchant: 'papeleria', role: 'cashier', code: '1005' },
  },
]
