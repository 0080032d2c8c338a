import { Pencil } from "lucide-react";
import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { LetterButton } from "#areas/communications/communications.ui.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { BankTab } from "../bank/BankTab.tsx";
import { MessagesTab } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { CertificationsPanel } from "../certification/CertificationsPanel.tsx";
import { ComplianceTab } from "../registration/ComplianceTab.tsx";
import { ScreeningTab } from "../screening/ScreeningTab.tsx";
import { vendorCourse, vendorStatuses } from "./vendor.labels.ts";
import type { VendorDetail } from "./vendor.model.ts";
import { InvoicesTab, OrdersTab, PaymentsTab } from "./RelatedTabs.tsx";
import { ContactsTab, MergedNotice, OverviewTab } from "./VendorOverview.tsx";
import { VendorRail } from "./VendorRail.tsx";

const place = (vendor: VendorDetail): string =>
  [
    vendor.doingBusinessAs && `doing business as ${vendor.doingBusinessAs}`,
    [vendor.city, vendor.state].filter(Boolean).join(", "),
  ]
    .filter(Boolean)
    .join(" · ");

const look = { statuses: vendorStatuses, course: vendorCourse };

export default function VendorPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<VendorDetail>
      path="/api/v1/vendors"
      id={id}
      lifecycle={look}
      title={(vendor) => vendor.name}
      subtitle={place}
      deadline={(vendor) =>
        vendor.insuranceExpiresOn
          ? { at: vendor.insuranceExpiresOn, label: "Insurance until" }
          : null
      }
      extraActions={(vendor) =>
        vendor.canEdit
          ? [
              {
                label: "Edit",
                icon: <Pencil aria-hidden="true" />,
                to: pathTo("vendorEdit", { id: vendor.id }),
              },
            ]
          : []
      }
      tabs={[
        {
          id: "overview",
          label: "Overview",
          content: (vendor) => (
            <>
              <MergedNotice vendor={vendor} />
              <OverviewTab vendor={vendor} />
            </>
          ),
        },
        {
          id: "contacts",
          label: "Contacts",
          count: (vendor) => vendor.contacts.length,
          content: (vendor) => <ContactsTab vendor={vendor} />,
        },
        { id: "bank", label: "Bank", content: (vendor) => <BankTab vendor={vendor} /> },
        {
          id: "screening",
          label: "Screening",
          content: (vendor) => <ScreeningTab vendor={vendor} />,
        },
        { id: "orders", label: "Orders", content: (vendor) => <OrdersTab vendorId={vendor.id} /> },
        {
          id: "invoices",
          label: "Invoices",
          content: (vendor) => <InvoicesTab vendorId={vendor.id} />,
        },
        {
          id: "payments",
          label: "Payments",
          content: (vendor) => <PaymentsTab vendorId={vendor.id} />,
        },
        {
          id: "messages",
          label: "Messages",
          content: (vendor) => <MessagesTab vendorId={vendor.id} />,
        },
        {
          id: "documents",
          label: "Documents",
          content: (vendor) => (
            <>
              <CertificationsPanel vendorId={vendor.id} merged={vendor.mergedInto !== null} />
              <ComplianceTab vendorId={vendor.id} />
              <p>
                <LetterButton noun="vendor" objectId={vendor.id} email={vendor.email} />
              </p>
              <Attachments objectType="vendor" objectId={vendor.id} />
              <Comments objectType="vendor" objectId={vendor.id} />
            </>
          ),
        },
      ]}
      rail={(vendor) => <VendorRail vendor={vendor} />}
    />
  );
}
