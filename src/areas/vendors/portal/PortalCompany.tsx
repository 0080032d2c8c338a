import { CompanyBody } from "../registration/CompanyBody.tsx";
import { PortalFrame } from "./PortalFrame.tsx";

/** /vendor-portal/company. */
export default function PortalCompany() {
  return (
    <PortalFrame title="Company">
      <CompanyBody />
    </PortalFrame>
  );
}
