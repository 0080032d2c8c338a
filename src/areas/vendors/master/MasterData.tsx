import { PlacesTab, ProposalsTab, UnitsTab } from "#areas/organization/organization.ui.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { CommoditiesTab } from "../commodity/CommoditiesTab.tsx";

const tabs = [
  { id: "commodities", label: "Commodities", content: () => <CommoditiesTab /> },
  { id: "units", label: "Units", content: () => <UnitsTab /> },
  { id: "places", label: "Places", content: () => <PlacesTab /> },
  { id: "proposals", label: "Proposals", content: () => <ProposalsTab /> },
];

/** /master-data: the lists that the agency keeps once for everybody. */
export default function MasterData() {
  return (
    <div className="grid gap-5">
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
