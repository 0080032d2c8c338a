import { PlacesTab, ProposalsTab, UnitsTab } from "#areas/organization/organization.ui.tsx";
import { CostCodesTab } from "#areas/budget/budget.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { MergesTab, VendorsTab } from "../merge/VendorsTab.tsx";
import { CommoditiesTab } from "../commodity/CommoditiesTab.tsx";

const lists = [
  { id: "commodities", label: "Commodities", content: () => <CommoditiesTab /> },
  { id: "cost-codes", label: "Cost codes", content: () => <CostCodesTab /> },
  { id: "units", label: "Units", content: () => <UnitsTab /> },
  { id: "places", label: "Places", content: () => <PlacesTab /> },
];
const vendors = [
  { id: "vendors", label: "Likely pairs", content: () => <VendorsTab /> },
  { id: "merges", label: "Merges", content: () => <MergesTab /> },
];
const proposals = [{ id: "proposals", label: "Proposals", content: () => <ProposalsTab /> }];

/** /master-data: the lists that the agency keeps once for everybody. */
export default function MasterData() {
  const { can } = useAuth();
  const tabs = [...lists, ...(can("vendor.merge") ? vendors : []), ...proposals];
  return (
    <div className="grid gap-5 [&_.peek]:mt-0">
      <div>
        <h1>Master data</h1>
        <p className="mt-1 text-t2">
          Lists that everybody chooses from, each kept in one place. What is in use is retired,
          never deleted.
        </p>
      </div>
      <Tabs label="Master data" tabs={tabs} />
    </div>
  );
}
