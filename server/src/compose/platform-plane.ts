import { auditRoutes } from '../audit/log/routes.ts'
import { auditService } from '../audit/log/service.ts'
import type { Database } from '../database/database.ts'
import type { Route } from '../http/route.ts'
import { clabeFault } from '../money/bank-accounts/clabe.ts'
import { assignmentsRoutes } from '../platform/assignments/routes.ts'
import { assignmentsService } from '../platform/assignments/service.ts'
import { assistanceRoutes } from '../platform/assistance/routes.ts'
import { assistanceService } from '../platform/assistance/service.ts'
import { rolesRoutes } from '../platform/labels/routes.ts'
import { rolesService } from '../platform/labels/service.ts'
import { merchantsRoutes } from '../platform/merchants/routes.ts'
import { merchantsService } from '../platform/merchants/service.ts'
import { placesRoutes } from '../platform/places/routes.ts'
import { placesService } from '../platform/places/service.ts'
import { pspCredentialsRoutes } from '../platform/psp-credentials/routes.ts'
import { pspCredentialsService } from '../platform/psp-credentials/service.ts'
import { verificationRoutes } from '../platform/verification/routes.ts'
import { verificationService } from '../platform/verification/service.ts'
import { summariesRoutes } from '../reporting/summaries/routes.ts'
import { summariesService } from '../reporting/summaries/service.ts'
import { settingsRoutes } from '../settings/values/routes.ts'
import { settingsService } from '../settings/values/service.ts'
import { chipIncidentsRoutes } from '../stock/chip-incidents/routes.ts'
import { chipIncidentsService } from '../stock/chip-incidents/service.ts'
import { reviewsRoutes } from '../vas/reviews/routes.ts'
import { reviewsService } from '../vas/reviews/service.ts'
import { vasTermsRoutes } from '../vas/terms/routes.ts'
import { vasTermsService } from '../vas/terms/service.ts'

interface PlatformParts {
  readonly database: Database
  /** The public URL. */
  readonly publicUrl: () => string
  /** Absent: this installation sends no mail. */
  readonly mailSealer: Parameters<typeof merchantsService>[0]['mailSealer']
  readonly sellsServices: boolean
  readonly sealer: Parameters<typeof pspCredentialsService>[0]['sealer']
}

/** The platform plane: labels, merchants, settings, summaries of all stores, and the audit log. */
export function platformRoutes({
  database,
  publicUrl,
  mailSealer,
  sellsServices,
  sealer,
}: PlatformParts): Route[] {
  return [
    ...rolesRoutes(rolesService({ database, sendsMail: mailSealer !== undefined })),
    ...assignmentsRoutes(assignmentsService({ database })),
    ...assistanceRoutes(assistanceService({ database })),
    ...merchantsRoutes(merchantsService({ database, publicUrl, mailSealer, sellsServices })),
    ...placesRoutes(placesService({ database })),
    ...settingsRoutes(settingsService({ database, formats: { clabe: clabeFault } })),
    ...verificationRoutes(verificationService({ database })),
    ...reviewsRoutes(reviewsService({ database })),
    ...auditRoutes(auditService({ database })),
    ...pspCredentialsRoutes(pspCredentialsService({ database, sealer })),
    ...chipIncidentsRoutes(chipIncidentsService({ database })),
    ...vasTermsRoutes(vasTermsService({ database })),
    ...summariesRoutes(summariesService({ database })),
  ]
}
