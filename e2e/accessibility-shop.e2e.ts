import { deskIsAccessible } from './desk-walk.ts'

deskIsAccessible('owner')
