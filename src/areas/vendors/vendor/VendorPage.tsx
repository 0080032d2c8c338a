import { Pencil } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "../../../areas.ts";
import { RecordPage } from "../../../web/kit/record/RecordPage.tsx";
import { Panel } from "../../../web/kit/states.tsx";
import { vendorCycle, type VendorDetail } from "./vendor.model.ts";
import { ContactsTab, OverviewTab, VendorFacts } from "./VendorOverview.tsx";

const place = (vendor: VendorDetail): string => [vendor.doingBusinessAs && `doing business as ${vendor.doingBusinessAs}`, [vendor.city, vendor.state].filter(Boolean).join(", ")].filter(Boolean).join(" · ");

export default function VendorPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<VendorDetail> path="/api/v1/vendors" id={id} lifecycle={vendorCycle} title={(vendor) => vendor.name} subtitle={place}
      deadline={(vendor) => (vendor.insuranceExpiresOn ? { at: vendor.insuranceExpiresOn, label: "Insurance until" } : null)}
      extraActions={(vendor) => vendor.canEdit && <Link className="btn" to={pathTo("vendorEdit", { id: vendor.id })}><Pencil aria-hidden="true" />Edit</Link>}
      tabs={[
        { id: "overview", label: "Overview", content: (vendor) => <OverviewTab vendor={vendor} /> },
        { id: "contacts", label: "Contacts", count: (vendor) => vendor.contacts.length, content: (vendor) => <ContactsTab vendor={vendor} /> },
      ]}
      rail={(vendor) => <Panel title="Reach and terms"><VendorFacts vendor={vendor} /></Panel>} />
  );
}
