import { PortalFrame } from "./PortalFrame.tsx";
import { PaymentsBody } from "./PortalInvoices.tsx";

/** /vendor-portal/payments. */
export default function PortalPayments() {
  return (
    <PortalFrame title="Payments">
      <PaymentsBody />
    </PortalFrame>
  );
}
