import { afterAll, beforeAll, describe } from 'vitest'
import { patient } from '../patience.ts'
import { directCalls } from './direct-calls.ts'
import { closeStage, openStage } from './stage.ts'

beforeAll(openStage, patient(120_000))
afterAll(closeStage)

describe('a function called directly', directCalls)
