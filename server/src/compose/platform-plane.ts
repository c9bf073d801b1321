import type { Database } from '../database/database.ts'
import { assignmentsRoutes } from '../domains/assignments/routes.ts'
import { assignmentsService } from '../domains/assignments/service.ts'
import { assistanceRoutes } from '../domains/assistance/routes.ts'
import { assistanceService } from '../domains/assistance/service.ts'
import { auditRoutes } from '../domains/audit/routes.ts'
import { auditService } from '../domains/audit/service.ts'
import { chipIncidentsRoutes } from '../domains/chip-incidents/routes.ts'
import { chipIncidentsService } from '../domains/chip-incidents/service.ts'
import { giftCardsRoutes } from '../domains/gift-cards/routes.ts'
import { giftCardsService } from '../domains/gift-cards/service.ts'
import { merchantsRoutes } from '../domains/merchants/routes.ts'
import { merchantsService } from '../domains/merchants/service.ts'
import { pspCredentialsRoutes } from '../domains/psp-credentials/routes.ts'
import { pspCredentialsService } from '../domains/psp-credentials/service.ts'
import { reviewsRoutes } from '../domains/reviews/routes.ts'
import { reviewsService } from '../domains/reviews/service.ts'
import { rolesRoutes } from '../domains/roles/routes.ts'
import { rolesService } from '../domains/roles/service.ts'
import { settingsRoutes } from '../domains/settings/routes.ts'
import { settingsService } from '../domains/settings/service.ts'
import { summariesRoutes } from '../domains/summaries/routes.ts'
import { summariesService } from '../domains/summaries/service.ts'
import { vasTermsRoutes } from '../domains/vas-terms/routes.ts'
import { vasTermsService } from '../domains/vas-terms/service.ts'
import { verificationRoutes } from '../domains/verification/routes.ts'
import { verificationService } from '../domains/verification/service.ts'
import type { Route } from '../http/route.ts'

interface PlatformParts {
  readonly database: Database
  /** How browsers reach us. */
  readonly publicUrl: () => string
  readonly sellsServices: boolean
  readonly sealer: Parameters<typeof pspCredentialsService>[0]['sealer']
  readonly jobs: Parameters<typeof summariesService>[0]['jobs']
}

/** The platform's own desk: labels, merchants, settings, what all stores come to, and the record of it. */
export function platformRoutes({ database, publicUrl, sellsServices, sealer, jobs }: PlatformParts): Route[] {
  return [
    ...rolesRoutes(rolesService({ database })),
    ...assignmentsRoutes(assignmentsService({ database })),
    ...assistanceRoutes(assistanceService({ database })),
    ...merchantsRoutes(merchantsService({ database, publicUrl, sellsServices })),
    ...settingsRoutes(settingsService({ database })),
    ...verificationRoutes(verificationService({ database })),
    ...reviewsRoutes(reviewsService({ database })),
    ...giftCardsRoutes(giftCardsService({ database })),
    ...auditRoutes(auditService({ database })),
    ...pspCredentialsRoutes(pspCredentialsService({ database, sealer })),
    ...chipIncidentsRoutes(chipIncidentsService({ database })),
    ...vasTermsRoutes(vasTermsService({ database })),
    ...summariesRoutes(summariesService({ database, jobs })),
  ]
}
