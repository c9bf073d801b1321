import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useProblemWords } from '../../problems/problem-words.ts'
import { Drawer } from '../../ui/layers/drawer.tsx'
import { ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import { MerchantAdmins } from '../assignments/merchant-admins.tsx'
import { merchantQuery } from '../merchant-picker/merchant-query.ts'
import { TermsCard } from '../vas/terms/terms-card.tsx'
import { merchantListTexts } from './list-texts.ts'
import { MerchantAccounts } from './merchant-accounts.tsx'
import { AssistanceCard } from './merchant-assistance.tsx'
import { DiagnosisCard } from './merchant-diagnosis.tsx'
import { MerchantFacts } from './merchant-facts.tsx'
import { MerchantVerification } from './merchant-verification.tsx'
import { merchantTexts } from './texts.ts'

/**
 * One merchant: its facts, verification, bank accounts, terms for services, and the reasons why it cannot
 * sell.
 */
export function MerchantDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useWords(merchantTexts)
  const tPlatform = useWords(merchantListTexts)
  const words = useProblemWords()
  const { data, error, isPending, refetch } = useQuery(merchantQuery(id))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={860}
      title={data?.tradeName ?? data?.name ?? tPlatform('title')}
    >
      {data === undefined && error !== null && <ErrorState {...words(error)} onRetry={() => refetch()} />}
      {isPending && <RowSkeletons rows={5} />}
      {data !== undefined && (
        <Tabs defaultValue="facts" keepMounted={false}>
          <Tabs.List mb="lg">
            <Tabs.Tab value="facts">{t('tab.facts')}</Tabs.Tab>
            <Tabs.Tab value="verification">{t('tab.verification')}</Tabs.Tab>
            <Tabs.Tab value="accounts">{t('tab.accounts')}</Tabs.Tab>
            <Tabs.Tab value="diagnosis">{t('tab.diagnosis')}</Tabs.Tab>
            <Tabs.Tab value="terms">{t('tab.terms')}</Tabs.Tab>
            <Tabs.Tab value="assistance">{t('tab.assistance')}</Tabs.Tab>
            <Tabs.Tab value="admins">{t('tab.admins')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="facts">
            <MerchantFacts merchant={data} />
          </Tabs.Panel>
          <Tabs.Panel value="verification">
            <MerchantVerification merchant={data} />
          </Tabs.Panel>
          <Tabs.Panel value="accounts">
            <MerchantAccounts merchantId={id} />
          </Tabs.Panel>
          <Tabs.Panel value="diagnosis">
            <DiagnosisCard merchantId={id} />
          </Tabs.Panel>
          <Tabs.Panel value="terms">
            <TermsCard merchantId={id} name={data.tradeName ?? data.name} />
          </Tabs.Panel>
          <Tabs.Panel value="assistance">
            <AssistanceCard merchant={data} />
          </Tabs.Panel>
          <Tabs.Panel value="admins">
            <MerchantAdmins merchant={data} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Drawer>
  )
}
