import { OwnTaxForms } from "#areas/finance/finance.ui.tsx";
import { PortalFrame } from "./PortalFrame.tsx";
import { PaymentsBody } from "./PortalInvoices.tsx";

/** /vendor-portal/payments. */
export default function PortalPayments() {
  return (
    <PortalFrame title="Payments">
      <PaymentsBody />
      <OwnTaxForms />
    </PortalFrame>
  );
}
