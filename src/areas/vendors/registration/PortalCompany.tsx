import { CompanyBody } from "./CompanyBody.tsx";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";

/** /vendor-portal/company. */
export default function PortalCompany() {
  return (
    <PortalFrame title="Company">
      <CompanyBody />
    </PortalFrame>
  );
}
